import { sendsMail } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';

/** What becomes of a link beside being shown. */
export const mailedTo = (email: string): string =>
  sendsMail() ? m.owner_mailed_too({ email }) : m.owner_hand_over();
