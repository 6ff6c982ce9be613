import { Avatar } from './avatar.tsx';
import { classNames } from './class-names.ts';

export interface StackedPerson {
  readonly id: string;
  readonly name: string;
  readonly avatar?: string | null;
  readonly present?: boolean;
}

export interface AvatarStackProps {
  /** Accessible name of the group, such as 'Members'. */
  label: string;
  /** The first few, in order. */
  people: readonly StackedPerson[];
  /** How many there are in all. */
  total: number;
  max?: number;
}

/** Up to three faces, then '+N'. */
export function AvatarStack({ label, people, total, max = 3 }: AvatarStackProps) {
  const shown = people.slice(0, max);
  const more = total - shown.length;
  return (
    <span role="group" aria-label={label} className="flex items-center">
      {shown.map(({ id, name, avatar, present }, index) => (
        <span
          key={id}
          className={classNames(
            'flex rounded-full border-2 border-surface bg-surface',
            index > 0 && (present ? '-ms-1' : '-ms-1.5'),
          )}
        >
          <Avatar name={name} size="sm" src={avatar ?? null} present={present ?? false} />
        </span>
      ))}
      {more > 0 && (
        <span className="tabular ms-1.5 text-xs font-medium text-muted">{`+${more}`}</span>
      )}
    </span>
  );
}
