import type { Db } from '../core/db/database.ts';
import type { MailWriters } from '../core/mail/delivery.ts';
import { lettersOf, type LetterTexts } from '../core/mail/letters.ts';
import { isInvited, isMemberOf } from './room-members.queries.ts';

type Texts = LetterTexts<'addedToRoom' | 'invitedToRoom'>;

const en: Texts = {
  addedToRoom: {
    subject: 'You were added to a room',
    before: ['Somebody who knows your email address added you to a room at Clipline.'],
    link: 'Open the room',
    after: ['You can leave the room at any time.'],
  },
  invitedToRoom: {
    subject: 'You were invited to a room',
    before: [
      'Somebody who knows your email address invited you to a room at Clipline, where people share texts and files. It is yours to open as soon as you have signed up with this email address.',
    ],
    link: 'Sign up',
    after: ['If you do not want to, ignore this mail: nothing happens without you.'],
  },
};

const fr: Texts = {
  addedToRoom: {
    subject: 'Vous avez été ajouté à un salon',
    before: ['Quelqu’un qui connaît votre adresse e-mail vous a ajouté à un salon sur Clipline.'],
    link: 'Ouvrir le salon',
    after: ['Vous pouvez quitter le salon à tout moment.'],
  },
  invitedToRoom: {
    subject: 'Vous êtes invité dans un salon',
    before: [
      'Quelqu’un qui connaît votre adresse e-mail vous a invité dans un salon sur Clipline, où l’on partage textes et fichiers. Vous pourrez l’ouvrir dès que vous vous serez inscrit avec cette adresse e-mail.',
    ],
    link: 'S’inscrire',
    after: ['Si vous ne le souhaitez pas, ignorez ce message : rien ne se passe sans vous.'],
  },
};

const es: Texts = {
  addedToRoom: {
    subject: 'Te han añadido a una sala',
    before: ['Alguien que conoce tu dirección de correo te ha añadido a una sala de Clipline.'],
    link: 'Abrir la sala',
    after: ['Puedes salir de la sala cuando quieras.'],
  },
  invitedToRoom: {
    subject: 'Te han invitado a una sala',
    before: [
      'Alguien que conoce tu dirección de correo te ha invitado a una sala de Clipline, donde se comparten textos y archivos. Podrás abrirla en cuanto te registres con esta dirección de correo.',
    ],
    link: 'Registrarse',
    after: ['Si no quieres, ignora este correo: sin ti no ocurre nada.'],
  },
};

const de: Texts = {
  addedToRoom: {
    subject: 'Du wurdest in einen Raum aufgenommen',
    before: [
      'Jemand, der deine E-Mail-Adresse kennt, hat dich bei Clipline in einen Raum aufgenommen.',
    ],
    link: 'Raum öffnen',
    after: ['Du kannst den Raum jederzeit verlassen.'],
  },
  invitedToRoom: {
    subject: 'Du wurdest in einen Raum eingeladen',
    before: [
      'Jemand, der deine E-Mail-Adresse kennt, hat dich bei Clipline in einen Raum eingeladen, in dem Texte und Dateien geteilt werden. Du kannst ihn öffnen, sobald du dich mit dieser E-Mail-Adresse registriert hast.',
    ],
    link: 'Registrieren',
    after: ['Wenn du das nicht möchtest, beachte diese Mail nicht: Ohne dich geschieht nichts.'],
  },
};

export const roomLetters = lettersOf({ en, fr, es, de });

/** Who was removed before the mail left is not told that they were added. */
export const roomMails = (db: Db, publicUrl: string): MailWriters => ({
  'added-to-room': async ({ recipient, about, user_id: userId, language }) =>
    about !== null && userId !== null && (await isMemberOf(db, about, userId))
      ? roomLetters.addedToRoom(recipient, `${publicUrl}/rooms/${about}`, language)
      : undefined,
  'invited-to-room': async ({ recipient, about, language }) => {
    if (about !== null && !(await isInvited(db, about, recipient))) return undefined;
    const signUp = new URLSearchParams({ mode: 'register', email: recipient }).toString();
    return roomLetters.invitedToRoom(recipient, `${publicUrl}/auth?${signUp}`, language);
  },
});
