import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';

export interface Mailbox {
  /**
   * The first link in the newest mail to this person whose subject matches; waits until it has
   * come.
   */
  link(recipient: string, subject: RegExp): Promise<string>;
}

/** Reads the mails that a server without SMTP_URL leaves in its outbox folder. */
export function openMailbox(folder: string): Mailbox {
  const mails = async () => {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted();
    return Promise.all(
      names.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))),
    );
  };
  return {
    async link(recipient, subject) {
      // waitFor and not expect.poll: accounts are also made before the first test of a file.
      return vi.waitFor(
        async () => {
          const mine = (await mails()).filter(
            (mail) =>
              mail.to?.some((to) => to.address === recipient) && subject.test(mail.subject ?? ''),
          );
          const found = /https?:\/\/\S+/.exec(mine.at(-1)?.text ?? '')?.[0];
          if (!found) throw new Error(`No mail to ${recipient} with a link`);
          return found;
        },
        { timeout: 10_000, interval: 50 },
      );
    },
  };
}
