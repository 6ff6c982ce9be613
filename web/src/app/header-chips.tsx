import { WaitingChip } from '../capture/waiting-chip.tsx';
import { UpdateChip } from './update-chip.tsx';

/** What a signed-in person should know on every page. */
export function HeaderChips() {
  return (
    <>
      <UpdateChip />
      <WaitingChip />
    </>
  );
}
