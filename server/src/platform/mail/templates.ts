import type { Mail } from './message.ts';

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Letter {
  readonly recipient: string;
  readonly subject: string;
  /** Paragraphs before the link. */
  readonly before: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Paragraphs after the link. */
  readonly after: readonly string[];
}

const SIGNATURE = 'Clipline';

/** One letter as plain text and as simple HTML. */
function letter({ recipient, subject, before, link, after }: Letter): Mail {
  const paragraph = (text: string) => `<p>${escape(text)}</p>`;
  const anchor = link ? `<p><a href="${escape(link.url)}">${escape(link.label)}</a></p>` : '';
  const lines = [...before, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after, SIGNATURE];
  return {
    recipient,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
      '<body style="font-family: system-ui, sans-serif; line-height: 1.5; max-width: 36em">',
      ...before.map(paragraph),
      anchor,
      ...after.map(paragraph),
      `<p>${SIGNATURE}</p>`,
      '</body></html>',
      '',
    ].join('\n'),
  };
}

const NOT_YOU = 'If this was not you, ignore this mail: nothing happens without it.';

// Nothing that people type, names and addresses of others included, stands in a mail: strangers
// would be sent their text in our name.

export const confirmAddress = (recipient: string, url: string): Mail =>
  letter({
    recipient,
    subject: 'Confirm your email address',
    before: ['Welcome to Clipline. Please confirm this email address to finish signing up.'],
    link: { label: 'Confirm your email address', url },
    after: ['The link is good for 24 hours.', NOT_YOU],
  });

export const addressTaken = (recipient: string, loginUrl: string): Mail =>
  letter({
    recipient,
    subject: 'You already have an account',
    before: [
      'Somebody, perhaps you, tried to sign up at Clipline with this email address. It already has an account, which was not changed.',
    ],
    link: { label: 'Log in, or reset your password there', url: loginUrl },
    after: ['If this was not you, there is nothing to do.'],
  });

export const resetPassword = (recipient: string, url: string): Mail =>
  letter({
    recipient,
    subject: 'Reset your password',
    before: ['Somebody, hopefully you, asked for a new password for your Clipline account.'],
    link: { label: 'Choose a new password', url },
    after: ['The link is good for 60 minutes and works once.', NOT_YOU],
  });

export const passwordChanged = (recipient: string, forgotUrl: string): Mail =>
  letter({
    recipient,
    subject: 'Your password was changed',
    before: [
      'The password of your Clipline account was just changed, and every device was signed out.',
    ],
    link: { label: 'If this was not you, ask for a new password here', url: forgotUrl },
    after: [],
  });

export const passwordReplaced = (recipient: string, forgotUrl: string): Mail =>
  letter({
    recipient,
    subject: 'Your password was changed',
    before: [
      'The password of your Clipline account was just changed, and every other device was signed out.',
    ],
    link: { label: 'If this was not you, ask for a new password here', url: forgotUrl },
    after: [],
  });

export const accountDeleted = (recipient: string): Mail =>
  letter({
    recipient,
    subject: 'Your account was deleted',
    before: [
      'Your Clipline account was deleted as you asked, with your clips, your desktop and the rooms you owned. What you added to rooms of other people stays there without your name.',
      'This cannot be undone.',
    ],
    after: [],
  });

/** Of sign-ups with several passwords none counts: only the reader of this mail can choose. */
export const choosePassword = (recipient: string, url: string): Mail =>
  letter({
    recipient,
    subject: 'Choose your password',
    before: [
      'Your email address is confirmed. Somebody signed up with it at Clipline many times and with different passwords, so none of them was kept. Choose yours to log in.',
    ],
    link: { label: 'Choose your password', url },
    after: [
      'The link is good for 60 minutes and works once. After that, ask for a new password on the login page.',
    ],
  });

export const sessionEnded = (recipient: string, loginUrl: string): Mail =>
  letter({
    recipient,
    subject: 'A device was signed out',
    before: [
      'A device that was signed in to your Clipline account was signed out, because its session was continued from two places. That happens when somebody has copied it, or rarely when a device changes networks at a bad moment.',
    ],
    link: { label: 'Log in again', url: loginUrl },
    after: [
      'If you think that somebody else used your account, change your password: that signs every other device out.',
    ],
  });

export const addedToRoom = (recipient: string, url: string): Mail =>
  letter({
    recipient,
    subject: 'You were added to a room',
    before: ['Somebody who knows your email address added you to a room at Clipline.'],
    link: { label: 'Open the room', url },
    after: ['You can leave the room at any time.'],
  });

export const invitedToRoom = (recipient: string, url: string): Mail =>
  letter({
    recipient,
    subject: 'You were invited to a room',
    before: [
      'Somebody who knows your email address invited you to a room at Clipline, where people share texts and files. It is yours to open as soon as you have signed up with this email address.',
    ],
    link: { label: 'Sign up', url },
    after: ['If you do not want to, ignore this mail: nothing happens without you.'],
  });
