import { mkdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailTransport } from './delivery.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import { printable } from '../printable.ts';
import { composeMessage } from './message.ts';

/** A file is complete once its name ends in .eml; its link is told on the terminal as well. */
export function outboxFolder(
  folder: string,
  from: string,
  tell: (line: string) => void,
): MailTransport {
  const options = { recursive: true, mode: 0o700 } as const;
  // There from the start, so that a user who watches the folder need not wait for the first mail.
  mkdirSync(folder, options);
  return async (mail) => {
    await mkdir(folder, options);
    const stamp = new Date(mail.created_at).toISOString().replace(/[:.]/g, '-');
    const file = path.join(folder, `${stamp}-${mail.id}.eml`);
    const message = await composeMessage(mail, from);
    await writeFile(`${file}.part`, message, { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
    // The row of the mail is removed next: a power loss could take the new name with it.
    await syncToDisk(folder);
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
    if (link) tell(printable(`Mail to ${mail.recipient}: ${mail.subject}: ${link}`));
  };
}
