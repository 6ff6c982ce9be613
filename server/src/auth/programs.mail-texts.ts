import type { Language } from '@clipline/contract/languages.ts';
import type { Scope } from '@clipline/contract/scopes.ts';
import type { LetterTexts } from '../core/mail/letters.ts';

type Texts = LetterTexts<'programAllowed'>;

const en: Texts = {
  programAllowed: {
    subject: 'A program was let in',
    before: ['You let “{name}” into your Clipline account. It may {scopes}.'],
    link: 'See what may use your account, and end it there',
    after: [
      'If this was not you, end its token there and change your password: somebody else is signed in.',
    ],
  },
};

const fr: Texts = {
  programAllowed: {
    subject: 'Un programme a été autorisé',
    before: ['Vous avez autorisé « {name} » à utiliser votre compte Clipline. Il peut {scopes}.'],
    link: 'Voir ce qui peut utiliser votre compte, et y mettre fin',
    after: [
      'Si ce n’était pas vous, mettez fin à son jeton sur cette page et changez de mot de passe : quelqu’un d’autre est connecté.',
    ],
  },
};

const es: Texts = {
  programAllowed: {
    subject: 'Se ha permitido un programa',
    before: ['Has permitido que «{name}» use tu cuenta de Clipline. Puede {scopes}.'],
    link: 'Ver qué puede usar tu cuenta, y ponerle fin',
    after: [
      'Si no has sido tú, pon fin a su token en esa página y cambia la contraseña: otra persona ha iniciado sesión.',
    ],
  },
};

const de: Texts = {
  programAllowed: {
    subject: 'Ein Programm wurde zugelassen',
    before: ['Du hast „{name}“ in dein Clipline-Konto gelassen. Es darf: {scopes}.'],
    link: 'Sieh nach, was dein Konto benutzen darf, und beende es dort',
    after: [
      'Wenn du das nicht warst, beende dort seinen Token und ändere dein Passwort: Jemand anders ist angemeldet.',
    ],
  },
};

export const programMailTexts = { en, fr, es, de };

/** What a scope lets a program do, as a part of a sentence. */
export const scopeWords: Readonly<Record<Language, Readonly<Record<Scope, string>>>> = {
  en: {
    'clips:read': 'read your clips',
    'clips:write': 'save, change and delete clips',
    'rooms:read': 'read your rooms',
    'rooms:write': 'join rooms and add to them',
    desktop: 'read and change your desktop',
    links: 'share your clips, and so read and change them',
    export: 'export all your data',
  },
  fr: {
    'clips:read': 'lire vos clips',
    'clips:write': 'enregistrer, modifier et supprimer des clips',
    'rooms:read': 'lire vos salons',
    'rooms:write': 'rejoindre des salons et y ajouter des contenus',
    desktop: 'lire et modifier votre bureau',
    links: 'partager vos clips, et donc les lire et les modifier',
    export: 'exporter toutes vos données',
  },
  es: {
    'clips:read': 'leer tus clips',
    'clips:write': 'guardar, cambiar y eliminar clips',
    'rooms:read': 'leer tus salas',
    'rooms:write': 'unirse a salas y añadir contenido',
    desktop: 'leer y cambiar tu escritorio',
    links: 'compartir tus clips y, por tanto, leerlos y cambiarlos',
    export: 'exportar todos tus datos',
  },
  de: {
    'clips:read': 'deine Clips lesen',
    'clips:write': 'Clips speichern, ändern und löschen',
    'rooms:read': 'deine Räume lesen',
    'rooms:write': 'Räumen beitreten und etwas hinzufügen',
    desktop: 'deinen Desktop lesen und ändern',
    links: 'deine Clips teilen und damit auch lesen und ändern',
    export: 'alle deine Daten exportieren',
  },
};
