import type { LetterTexts } from '../core/mail/letters.ts';

type Texts = LetterTexts<
  | 'confirmAddress'
  | 'addressTaken'
  | 'resetPassword'
  | 'passwordChanged'
  | 'passwordReplaced'
  | 'accountDeleted'
  | 'choosePassword'
  | 'sessionEnded'
>;

const en: Texts = {
  confirmAddress: {
    subject: 'Confirm your email address',
    before: ['Welcome to Clipline. Please confirm this email address to finish signing up.'],
    link: 'Confirm your email address',
    after: [
      'The link is good for 24 hours.',
      'If this was not you, ignore this mail: nothing happens without it.',
    ],
  },
  addressTaken: {
    subject: 'You already have an account',
    before: [
      'Somebody, perhaps you, tried to sign up at Clipline with this email address. It already has an account, which was not changed.',
    ],
    link: 'Log in, or reset your password there',
    after: ['If this was not you, there is nothing to do.'],
  },
  resetPassword: {
    subject: 'Reset your password',
    before: ['Somebody, hopefully you, asked for a new password for your Clipline account.'],
    link: 'Choose a new password',
    after: [
      'The link is good for 60 minutes and works once.',
      'If this was not you, ignore this mail: nothing happens without it.',
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    before: [
      'The password of your Clipline account was just changed, and every device was signed out.',
    ],
    link: 'If this was not you, ask for a new password here',
  },
  passwordReplaced: {
    subject: 'Your password was changed',
    before: [
      'The password of your Clipline account was just changed, and every other device was signed out.',
    ],
    link: 'If this was not you, ask for a new password here',
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    before: [
      'Your Clipline account was deleted as you asked, with your clips, your desktop and the rooms you owned. What you added to rooms of other people stays there without your name.',
      'This cannot be undone.',
    ],
  },
  choosePassword: {
    subject: 'Choose your password',
    before: [
      'Your email address is confirmed. Somebody signed up with it at Clipline many times and with different passwords, so none of them was kept. Choose yours to log in.',
    ],
    link: 'Choose your password',
    after: [
      'The link is good for 60 minutes and works once. After that, ask for a new password on the login page.',
    ],
  },
  sessionEnded: {
    subject: 'A device was signed out',
    before: [
      'A device that was signed in to your Clipline account was signed out, because its session was continued from two places. That happens when somebody has copied it, or rarely when a device changes networks at a bad moment.',
    ],
    link: 'Log in again',
    after: [
      'If you think that somebody else used your account, change your password: that signs every other device out.',
    ],
  },
};

const fr: Texts = {
  confirmAddress: {
    subject: 'Confirmez votre adresse e-mail',
    before: [
      'Bienvenue sur Clipline. Veuillez confirmer cette adresse e-mail pour terminer votre inscription.',
    ],
    link: 'Confirmer votre adresse e-mail',
    after: [
      'Le lien est valable 24 heures.',
      'Si ce n’était pas vous, ignorez ce message : rien ne se passe sans lui.',
    ],
  },
  addressTaken: {
    subject: 'Vous avez déjà un compte',
    before: [
      'Quelqu’un, peut-être vous, a voulu s’inscrire sur Clipline avec cette adresse e-mail. Elle a déjà un compte, qui n’a pas été modifié.',
    ],
    link: 'Se connecter, ou y réinitialiser le mot de passe',
    after: ['Si ce n’était pas vous, il n’y a rien à faire.'],
  },
  resetPassword: {
    subject: 'Réinitialisez votre mot de passe',
    before: [
      'Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour votre compte Clipline.',
    ],
    link: 'Choisir un nouveau mot de passe',
    after: [
      'Le lien est valable 60 minutes et ne sert qu’une fois.',
      'Si ce n’était pas vous, ignorez ce message : rien ne se passe sans lui.',
    ],
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    before: [
      'Le mot de passe de votre compte Clipline vient d’être modifié, et tous les appareils ont été déconnectés.',
    ],
    link: 'Si ce n’était pas vous, demandez ici un nouveau mot de passe',
  },
  passwordReplaced: {
    subject: 'Votre mot de passe a été modifié',
    before: [
      'Le mot de passe de votre compte Clipline vient d’être modifié, et tous les autres appareils ont été déconnectés.',
    ],
    link: 'Si ce n’était pas vous, demandez ici un nouveau mot de passe',
  },
  accountDeleted: {
    subject: 'Votre compte a été supprimé',
    before: [
      'Votre compte Clipline a été supprimé comme vous l’avez demandé, avec vos clips, votre bureau et les salons dont vous étiez propriétaire. Ce que vous avez ajouté aux salons d’autres personnes y reste, sans votre nom.',
      'C’est irréversible.',
    ],
  },
  choosePassword: {
    subject: 'Choisissez votre mot de passe',
    before: [
      'Votre adresse e-mail est confirmée. Quelqu’un s’est inscrit plusieurs fois sur Clipline avec elle et avec des mots de passe différents, donc aucun n’a été gardé. Choisissez le vôtre pour vous connecter.',
    ],
    link: 'Choisir votre mot de passe',
    after: [
      'Le lien est valable 60 minutes et ne sert qu’une fois. Ensuite, demandez un nouveau mot de passe sur la page de connexion.',
    ],
  },
  sessionEnded: {
    subject: 'Un appareil a été déconnecté',
    before: [
      'Un appareil connecté à votre compte Clipline a été déconnecté, car sa session a été poursuivie depuis deux endroits. Cela arrive quand quelqu’un l’a copiée, ou rarement quand un appareil change de réseau au mauvais moment.',
    ],
    link: 'Se connecter à nouveau',
    after: [
      'Si vous pensez que quelqu’un d’autre a utilisé votre compte, changez de mot de passe : cela déconnecte tous les autres appareils.',
    ],
  },
};

const es: Texts = {
  confirmAddress: {
    subject: 'Confirma tu dirección de correo',
    before: [
      'Te damos la bienvenida a Clipline. Confirma esta dirección de correo para terminar el registro.',
    ],
    link: 'Confirmar tu dirección de correo',
    after: [
      'El enlace vale 24 horas.',
      'Si no has sido tú, ignora este correo: sin él no ocurre nada.',
    ],
  },
  addressTaken: {
    subject: 'Ya tienes una cuenta',
    before: [
      'Alguien, quizá tú, ha intentado registrarse en Clipline con esta dirección de correo. Ya tiene una cuenta, que no ha cambiado.',
    ],
    link: 'Iniciar sesión, o restablecer allí la contraseña',
    after: ['Si no has sido tú, no hay nada que hacer.'],
  },
  resetPassword: {
    subject: 'Restablece tu contraseña',
    before: [
      'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta de Clipline.',
    ],
    link: 'Elegir una contraseña nueva',
    after: [
      'El enlace vale 60 minutos y sirve una sola vez.',
      'Si no has sido tú, ignora este correo: sin él no ocurre nada.',
    ],
  },
  passwordChanged: {
    subject: 'Tu contraseña ha cambiado',
    before: [
      'La contraseña de tu cuenta de Clipline acaba de cambiar, y se ha cerrado la sesión en todos los dispositivos.',
    ],
    link: 'Si no has sido tú, pide aquí una contraseña nueva',
  },
  passwordReplaced: {
    subject: 'Tu contraseña ha cambiado',
    before: [
      'La contraseña de tu cuenta de Clipline acaba de cambiar, y se ha cerrado la sesión en todos los demás dispositivos.',
    ],
    link: 'Si no has sido tú, pide aquí una contraseña nueva',
  },
  accountDeleted: {
    subject: 'Tu cuenta se ha eliminado',
    before: [
      'Tu cuenta de Clipline se ha eliminado como pediste, con tus clips, tu escritorio y las salas de las que eras propietario. Lo que añadiste a salas de otras personas se queda allí sin tu nombre.',
      'No se puede deshacer.',
    ],
  },
  choosePassword: {
    subject: 'Elige tu contraseña',
    before: [
      'Tu dirección de correo está confirmada. Alguien se registró con ella en Clipline muchas veces y con contraseñas distintas, así que no se guardó ninguna. Elige la tuya para iniciar sesión.',
    ],
    link: 'Elegir tu contraseña',
    after: [
      'El enlace vale 60 minutos y sirve una sola vez. Después, pide una contraseña nueva en la página de inicio de sesión.',
    ],
  },
  sessionEnded: {
    subject: 'Se ha cerrado la sesión de un dispositivo',
    before: [
      'Se ha cerrado la sesión de un dispositivo en tu cuenta de Clipline, porque esa sesión se continuó desde dos lugares. Ocurre cuando alguien la ha copiado o, rara vez, cuando un dispositivo cambia de red en mal momento.',
    ],
    link: 'Iniciar sesión de nuevo',
    after: [
      'Si crees que otra persona ha usado tu cuenta, cambia la contraseña: eso cierra la sesión en todos los demás dispositivos.',
    ],
  },
};

const de: Texts = {
  confirmAddress: {
    subject: 'Bestätige deine E-Mail-Adresse',
    before: [
      'Willkommen bei Clipline. Bitte bestätige diese E-Mail-Adresse, um die Registrierung abzuschließen.',
    ],
    link: 'E-Mail-Adresse bestätigen',
    after: [
      'Der Link gilt 24 Stunden.',
      'Wenn du das nicht warst, beachte diese Mail nicht: Ohne sie geschieht nichts.',
    ],
  },
  addressTaken: {
    subject: 'Du hast schon ein Konto',
    before: [
      'Jemand, vielleicht du, wollte sich bei Clipline mit dieser E-Mail-Adresse registrieren. Sie hat schon ein Konto, und an dem hat sich nichts geändert.',
    ],
    link: 'Anmelden oder dort das Passwort zurücksetzen',
    after: ['Wenn du das nicht warst, ist nichts zu tun.'],
  },
  resetPassword: {
    subject: 'Setze dein Passwort zurück',
    before: ['Jemand, hoffentlich du, hat ein neues Passwort für dein Clipline-Konto verlangt.'],
    link: 'Neues Passwort wählen',
    after: [
      'Der Link gilt 60 Minuten und nur einmal.',
      'Wenn du das nicht warst, beachte diese Mail nicht: Ohne sie geschieht nichts.',
    ],
  },
  passwordChanged: {
    subject: 'Dein Passwort wurde geändert',
    before: [
      'Das Passwort deines Clipline-Kontos wurde gerade geändert, und alle Geräte wurden abgemeldet.',
    ],
    link: 'Wenn du das nicht warst, verlange hier ein neues Passwort',
  },
  passwordReplaced: {
    subject: 'Dein Passwort wurde geändert',
    before: [
      'Das Passwort deines Clipline-Kontos wurde gerade geändert, und alle anderen Geräte wurden abgemeldet.',
    ],
    link: 'Wenn du das nicht warst, verlange hier ein neues Passwort',
  },
  accountDeleted: {
    subject: 'Dein Konto wurde gelöscht',
    before: [
      'Dein Clipline-Konto wurde gelöscht, wie du es wolltest, mit deinen Clips, deinem Desktop und den Räumen, die dir gehörten. Was du in Räume anderer gestellt hast, bleibt dort ohne deinen Namen.',
      'Das lässt sich nicht rückgängig machen.',
    ],
  },
  choosePassword: {
    subject: 'Wähle dein Passwort',
    before: [
      'Deine E-Mail-Adresse ist bestätigt. Jemand hat sich damit bei Clipline viele Male und mit verschiedenen Passwörtern registriert, darum wurde keines davon behalten. Wähle deines, um dich anzumelden.',
    ],
    link: 'Passwort wählen',
    after: [
      'Der Link gilt 60 Minuten und nur einmal. Danach verlange auf der Anmeldeseite ein neues Passwort.',
    ],
  },
  sessionEnded: {
    subject: 'Ein Gerät wurde abgemeldet',
    before: [
      'Ein Gerät, das an deinem Clipline-Konto angemeldet war, wurde abgemeldet, weil seine Sitzung von zwei Orten aus fortgesetzt wurde. Das geschieht, wenn jemand sie kopiert hat, oder selten, wenn ein Gerät im falschen Moment das Netz wechselt.',
    ],
    link: 'Wieder anmelden',
    after: [
      'Wenn du glaubst, dass jemand anders dein Konto benutzt hat, ändere dein Passwort: Das meldet alle anderen Geräte ab.',
    ],
  },
};

export const accountMailTexts = { en, fr, es, de };
