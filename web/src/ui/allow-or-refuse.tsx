import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';

interface AllowOrRefuseProps {
  /** Which answer is on its way. */
  deciding: boolean | undefined;
  onDecide: (allow: boolean) => void;
}

/** Refusing is as easy to hit as allowing. */
export function AllowOrRefuse({ deciding, onDecide }: AllowOrRefuseProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button
        size="lg"
        pending={deciding === false}
        disabled={deciding === true}
        onClick={() => onDecide(false)}
      >
        {m.programs_refuse()}
      </Button>
      <Button
        size="lg"
        variant="primary"
        pending={deciding === true}
        disabled={deciding === false}
        onClick={() => onDecide(true)}
      >
        {m.programs_allow()}
      </Button>
    </div>
  );
}
