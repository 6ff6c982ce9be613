import nodemailer from 'nodemailer';
import type { MailTransport } from './delivery.ts';
import { composeMessage, mailAddress, parseSender } from './message.ts';

/** A mail server that hangs is given up after these many ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 };

/** Hands mails to the server that the URL names, each over a connection of its own. */
export function smtpTransport(url: string, from: string, timeouts = TIMEOUTS): MailTransport {
  const transporter = nodemailer.createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return async (mail) => {
    await transporter.sendMail({
      envelope: { from: parseSender(from).address, to: [mailAddress(mail.recipient)], use8BitMime: true },
      raw: composeMessage(mail, from),
    });
  };
}
