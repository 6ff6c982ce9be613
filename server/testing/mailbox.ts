import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalAddress } from '@clipline/contract/addresses.ts';
import PostalMime from 'postal-mime';
import type { TestApp } from './build-test-app.ts';

interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly link: string;
}

/**
 * Every mail that was sent to the address so far, oldest first; what is queued is delivered before.
 */
export async function mailsTo(
  app: Pick<TestApp, 'mail' | 'dataDir'>,
  address: string,
): Promise<ReadMail[]> {
  await app.mail.deliver();
  const outbox = path.join(app.dataDir, 'outbox');
  const names = existsSync(outbox)
    ? readdirSync(outbox)
        .filter((name) => name.endsWith('.eml'))
        .toSorted()
    : [];
  const mails = await Promise.all(
    names.map((name) => PostalMime.parse(readFileSync(path.join(outbox, name)))),
  );
  return mails
    .filter((mail) => mail.to?.some((to) => canonicalAddress(to.address ?? '') === address))
    .map(({ subject = '', text = '' }) => ({
      subject,
      text,
      link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
    }));
}

export const fragmentOf = (link: string): URLSearchParams =>
  new URLSearchParams(new URL(link).hash.slice(1));
