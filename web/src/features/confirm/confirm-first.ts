import type { ApiError } from '../../lib/api-error.ts';
import { dialogs } from '../../ui/overlays.tsx';
import { restrict } from './confirm.api.ts';
import type { ConfirmItIsYouProps } from './confirm-dialog.tsx';

const open = dialogs(() => import('./confirm-dialog.tsx'));

let asking: Promise<boolean> | undefined;

/** One question for all calls that wait for it. */
const ask = (by: ConfirmItIsYouProps['by']): Promise<boolean> =>
  (asking ??= new Promise<boolean>((resolve) =>
    open('ConfirmItIsYou', { by, onConfirmed: () => resolve(true) }, () => resolve(false)),
  ).finally(() => (asking = undefined)));

/** Whether a refused call can be sent again. */
export async function remedyOf({ code, body }: ApiError): Promise<boolean> {
  if (code === 'SECOND_STEP_REQUIRED') restrict();
  if (code !== 'CONFIRM_FIRST') return false;
  const { values } = Object(body) as { values?: { by?: unknown } };
  return ask(values?.by === 'step' ? 'step' : 'any');
}
