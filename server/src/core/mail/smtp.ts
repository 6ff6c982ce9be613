import { isIPv4 } from 'node:net';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { MailTransport } from './delivery.ts';
import { composeMessage, mailAddress, parseSender, type TextEncoding } from './message.ts';

const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Any server takes it, also one that does not offer 8BITMIME. */
const QUOTED: TextEncoding = {
  name: 'quoted-printable',
  encode: (text) => wrap(encode(text)),
};

/** What a client calls itself: a name, or an address in brackets (RFC 5321, 4.1.3). */
export function greetingOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.replace(/^\[/, '[IPv6:');
}

export function smtpTransport(
  url: string,
  from: string,
  name: string,
  timeouts = TIMEOUTS,
): MailTransport {
  const connect = async () => {
    // Only here: whose mails go to the outbox folder never loads it.
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      url,
      name,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transporter: ReturnType<typeof connect> | undefined;
  return async (mail) => {
    transporter ??= connect();
    await (
      await transporter
    ).sendMail({
      envelope: {
        from: parseSender(from).address,
        to: [mailAddress(mail.recipient)],
      },
      raw: composeMessage(mail, from, QUOTED),
    });
  };
}
