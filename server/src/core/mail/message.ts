import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { QueuedMail } from './mails.queries.ts';

export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type WrittenMail = Mail & Pick<QueuedMail, 'id' | 'created_at'>;

/** A folded header line has 76 characters: name and markers in base64 included. */
const WORD_BYTES = 36;

const withoutControls = (text: string) => text.replace(/[\p{Cc}&&\p{ASCII}]+/gv, ' ').trim();
export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** RFC 2047: what is not ASCII travels as base64 words, never cut inside a character. */
function words(text: string): string {
  const safe = withoutControls(text);
  if (isAscii(safe)) return safe;
  const chunks: string[] = [''];
  for (const character of safe) {
    const last = chunks.at(-1) + character;
    if (Buffer.byteLength(last) > WORD_BYTES) chunks.push(character);
    else chunks[chunks.length - 1] = last;
  }
  return chunks
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`)
    .join('\r\n ');
}

export function mailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1)) || address.slice(at + 1);
  return withoutControls(`${address.slice(0, at)}@${domain}`).replace(/[\s<>,;]/g, '');
}

export function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]*)>\s*$/s.exec(from) ?? [];
  return {
    name: withoutControls(name).replace(/^"(.*)"$/, '$1'),
    address: mailAddress(address.trim()),
  };
}

function sender(from: string): string {
  const { name, address } = parseSender(from);
  if (name === '') return address;
  return `${isAscii(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : words(name)} <${address}>`;
}

const withCrLf = (text: string) => text.replace(/\r?\n/g, '\r\n');

export interface TextEncoding {
  readonly name: '8bit' | 'quoted-printable';
  readonly encode: (text: string) => string;
}
/** A link in it stays whole and readable. */
const UNENCODED: TextEncoding = { name: '8bit', encode: (text) => text };

/** A repeated mail has the Message-ID of the first, so that it can be told. */
export function composeMessage(
  mail: WrittenMail,
  from: string,
  encoding: TextEncoding = UNENCODED,
): string {
  const domain = parseSender(from).address.split('@').at(-1) ?? 'localhost';
  const boundary = createHash('sha256').update(mail.id).digest('base64url');
  const { name, encode } = isAscii(mail.text + mail.html)
    ? { name: '7bit', encode: UNENCODED.encode }
    : encoding;
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${name}`,
    '',
    encode(withCrLf(body)),
  ];
  return [
    `From: ${sender(from)}`,
    `To: ${mailAddress(mail.recipient)}`,
    `Subject: ${words(mail.subject)}`,
    `Date: ${new Date(mail.created_at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative;',
    ` boundary="${boundary}"`,
    '',
    ...part('text/plain', mail.text),
    ...part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
