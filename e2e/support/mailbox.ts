import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';

const PATIENCE_MS = 60_000;

export interface Mailbox {
  /**
   * The first link in the newest mail to this person whose subject matches; waits until it has
   * come.
   */
  link(recipient: string, subject: RegExp): Promise<string>;
}

/** Reads the mails that a server without SMTP_URL leaves in its outbox folder. */
export function openMailbox(folder: string): Mailbox {
  const mailsTo = (recipient: string) => {
    const mails = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFileSync(path.join(folder, name)));
    return Promise.all(
      mails.filter((mail) => mail.includes(recipient)).map((mail) => PostalMime.parse(mail)),
    );
  };
  return {
    async link(recipient, subject) {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(50)) {
        const mine = (await mailsTo(recipient)).filter(
          (mail) =>
            mail.to?.some((to) => to.address === recipient) && subject.test(mail.subject ?? ''),
        );
        const found = /https?:\/\/\S+/.exec(mine.at(-1)?.text ?? '')?.[0];
        if (found) return found;
      }
      throw new Error(`No mail to ${recipient} with a link`);
    },
  };
}
