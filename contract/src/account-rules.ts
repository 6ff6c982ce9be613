/**
 * What forms and server agree on before anything is sent. Free of schemas, so that a form need not
 * load them.
 */
export const MIN_PASSWORD_LENGTH = 8;
export const MIN_RESET_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 1024;

/** Something, @, a domain with a dot; no space. */
export const EMAIL_PATTERN = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]+$/;

/** Largest archive that is taken over: 1 GB. */
export const MAX_IMPORT_BYTES = 1024 ** 3;
