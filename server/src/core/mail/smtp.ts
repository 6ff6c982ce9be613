import { isIPv4 } from 'node:net';
import type { MailTransport } from './delivery.ts';
import { messageOf } from './message.ts';

const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
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
    await (await transporter).sendMail(messageOf(mail, from));
  };
}
