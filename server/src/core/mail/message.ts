import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { domainToASCII } from 'node:url';
import type { QueuedMail } from './mails.queries.ts';

export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type WrittenMail = Mail & Pick<QueuedMail, 'id' | 'created_at'>;

/** One address alone, its domain as mail servers spell it. */
export function mailAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return `${address.slice(0, at)}${domainToASCII(domain) || domain}`.replace(
    /[\s\p{Cc}<>,;]/gu,
    '',
  );
}

export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]*)>\s*$/s.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: mailAddress(address) };
}

/** A repeated mail has the Message-ID of the first, so that it can be told. */
export function messageOf(
  { id, recipient, created_at: createdAt, ...mail }: WrittenMail,
  from: string,
) {
  const sender = parseSender(from);
  return {
    from: sender,
    to: { name: '', address: mailAddress(recipient) },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(createdAt),
    messageId: `<${id}@${sender.address.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** A link in it stays whole and readable. */
const unencoded = (type: string, body: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}`,
});

/** What a mail server would be sent, but for how its letters travel. */
export async function composeMessage(mail: WrittenMail, from: string): Promise<string> {
  // Only here: who only looks at the pages of a server never makes it load this.
  const { default: nodemailer } = await import('nodemailer');
  const composer = nodemailer.createTransport({ streamTransport: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    ...messageOf(mail, from),
    text: unencoded('text/plain', mail.text),
    html: unencoded('text/html', mail.html),
  });
  return text(Readable.from(message));
}
