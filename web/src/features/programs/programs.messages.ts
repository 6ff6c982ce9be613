import { failing } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

/** Every toast about programs and their tokens. */
export const notify = {
  tokenEnded: (name: string) => toast.success(m.programs_token_ended(), name),
  endFailed: failing(m.programs_end_failed()),
};
