import type { MailTransport } from './delivery.ts';
import { composeMessage, mailAddress, parseSender } from './message.ts';

/** A mail server that hangs is given up after these many ms. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Hands mails to the server that the URL names, each over a connection of its own. */
export function smtpTransport(url: string, from: string, timeouts = TIMEOUTS): MailTransport {
  const connect = async () => {
    // Only here: whose mails go to the outbox folder never loads it.
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      url,
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
        use8BitMime: true,
      },
      raw: composeMessage(mail, from),
    });
  };
}
