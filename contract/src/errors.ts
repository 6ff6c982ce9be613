export interface Failure {
  readonly status: number;
  readonly text: string;
  /** Programs read the code unless this is false. */
  readonly isTold?: false;
  /** The code that programs read in place of its own. */
  readonly toldAs?: string;
  /** Values that are told beside those that the text names. */
  readonly told?: readonly string[];
}

export const errors = {
  INVALID_REQUEST: { status: 400, text: 'Invalid request' },
  PASSWORD_TOO_SHORT: { status: 400, text: 'Password must be at least 8 characters' },
  NEW_PASSWORD_TOO_SHORT: { status: 400, text: 'Password must be at least 6 characters long.' },
  INVALID_RESET_TOKEN: { status: 400, text: 'Invalid or expired reset token' },
  INVALID_PEER: { status: 400, text: 'This is no valid peer' },
  INVALID_PLAN: { status: 400, text: 'Invalid plan' },
  INVALID_SIGNATURE: { status: 400, text: 'Invalid signature' },
  INVALID_UPLOAD: {
    status: 400,
    text: 'The upload was incomplete or malformed. Please try again.',
  },
  NOT_AN_EXPORT: {
    status: 400,
    text: 'This is no export of Clipline. Choose the ZIP that “Export my data” saved, unchanged.',
  },
  ARCHIVE_DAMAGED: {
    status: 400,
    text: 'This archive is damaged: {what}. Nothing was imported. Export your data again, or use another copy.',
  },
  ARCHIVE_ENCRYPTED: {
    status: 400,
    text: 'This archive is encrypted. Nothing was imported. Choose the ZIP as it was exported.',
  },
  ARCHIVE_TOO_NEW: {
    status: 400,
    text: 'This export comes from a newer version of Clipline. This server must be updated before it can read it.',
  },
  UPLOAD_PART_DAMAGED: {
    status: 400,
    text: 'A part was damaged on the way. Please try again.',
  },
  OIDC_CODE_INVALID: { status: 400, text: 'This sign-in is over. Please start it again.' },
  // The four words of RFC 8628, which programs read where `error` is.
  AUTHORIZATION_PENDING: { status: 400, text: 'authorization_pending' },
  SLOW_DOWN: { status: 400, text: 'slow_down' },
  ACCESS_DENIED: { status: 400, text: 'access_denied' },
  EXPIRED_TOKEN: { status: 400, text: 'expired_token' },
  PUSH_ENDPOINT_REFUSED: {
    status: 400,
    text: 'This server does not know the push service of this browser.',
  },
  UNAUTHORIZED: { status: 401, text: 'Unauthorized' },
  INVALID_CREDENTIALS: { status: 401, text: 'Invalid credentials' },
  PLAN_NEEDED: {
    status: 402,
    text: 'Your trial or plan has ended. Everything you have stays readable; to add or change something, choose the Basic, Pro or Advanced plan under Pricing on the home page.',
  },
  SHARING_NOT_IN_PLAN: {
    status: 402,
    text: 'The {plan} plan does not include sharing. To share, choose the Pro or Advanced plan under Pricing on the home page.',
  },
  ROOMS_NOT_IN_PLAN: {
    status: 402,
    text: 'The {plan} plan does not include rooms of your own. To open one, choose the Advanced plan under Pricing on the home page.',
  },
  OWNER_CANNOT_SHARE: {
    status: 402,
    text: "The owner's plan, {plan}, does not include sharing. Ask them to choose Pro or Advanced.",
  },
  OWNER_PLAN_ENDED: {
    status: 402,
    text: "The owner's plan does not allow changes at the moment.",
  },
  EMAIL_NOT_CONFIRMED: { status: 403, text: 'Please confirm your email before logging in.' },
  ACCOUNT_DISABLED: { status: 403, text: 'This account is disabled. Please contact support.' },
  REGISTRATION_INVITED: {
    status: 403,
    text: 'This server is by invitation. Ask whoever runs it for a link.',
  },
  REGISTRATION_CLOSED: { status: 403, text: 'Sign-ups are closed on this server.' },
  INVITATION_OVER: { status: 403, text: 'This invitation is no longer valid.' },
  INVITATION_OTHER_ADDRESS: { status: 403, text: 'This invitation is for another address.' },
  SETUP_OVER: {
    status: 403,
    text: 'This link is no longer valid. Start the server again for a new one.',
  },
  PASSWORDS_OFF: {
    status: 403,
    text: 'This server takes no passwords. Sign in through your provider.',
  },
  OIDC_EMAIL: { status: 403, text: 'Your provider did not confirm your e-mail address.' },
  OIDC_EMAIL_TAKEN: { status: 403, text: 'This address belongs to another account here.' },
  OIDC_DENIED: { status: 403, text: 'Your provider did not let you in.' },
  OIDC_FAILED: { status: 403, text: 'The sign-in failed. Please try again.' },
  SIGN_IN_AGAIN: { status: 403, text: 'Sign in again, then repeat this.' },
  WRONG_PASSWORD: { status: 403, text: 'That is not your password. Nothing was changed.' },
  WRONG_CODE: { status: 403, text: 'That code is not right.' },
  STEP_OVER: { status: 403, text: 'Please log in again.' },
  PASSKEY_UNKNOWN: {
    status: 403,
    text: 'This passkey is not known here. Log in another way.',
  },
  CONFIRM_FIRST: { status: 403, text: 'Please confirm that it is you.' },
  SECOND_STEP_REQUIRED: {
    status: 403,
    text: 'This server asks for a second step. Set it up to go on.',
  },
  FORBIDDEN: { status: 403, text: 'You may not do that' },
  TOKEN_NOT_ALLOWED: {
    status: 403,
    text: 'API tokens cannot do that. Sign in in the browser.',
  },
  SCOPE_MISSING: { status: 403, text: 'This token lacks the scope {scope}.' },
  ORIGIN_REFUSED: { status: 403, text: 'This request came from another site and was refused' },
  NOT_CLIP_OWNER: { status: 403, text: 'Only the owner can edit this clip' },
  /** To a user who opened the clip by a link; programs read no code. */
  NOT_WITH_LINK: { status: 403, text: 'Only the owner can edit this clip', isTold: false },
  LINK_READ_ONLY: { status: 403, text: 'This link is for reading only.' },
  GRANT_EXPIRED: { status: 403, text: 'Open the link again.' },
  WRONG_LINK_PASSWORD: { status: 403, text: 'That is not the password.' },
  NOT_ROOM_MEMBER: { status: 403, text: 'Only members of this room can do that' },
  NOT_ROOM_OWNER: { status: 403, text: 'Only the owner of this room can do that' },
  NOT_CONTENT_AUTHOR: { status: 403, text: 'You can only edit what you added yourself' },
  NOT_DESKTOP_OWNER: { status: 403, text: 'Only the owner of this desktop can do that' },
  NOT_LOCAL_NETWORK: { status: 403, text: 'You are not on a local network that can be shared' },
  PEER_REFUSED: { status: 403, text: 'The other device did not let you in' },
  FILE_LINK_INVALID: { status: 403, text: 'Link expired or invalid' },
  PAIRING_OFF: { status: 403, text: 'Pairing is switched off on this server.' },
  NOT_FOUND: { status: 404, text: 'Not found' },
  USER_NOT_FOUND: { status: 404, text: 'There is no such account.' },
  INVITATION_NOT_FOUND: { status: 404, text: 'This invitation is already gone.' },
  HANDOVER_NOT_FOUND: { status: 404, text: 'This code is no longer valid. Show a new one.' },
  PAIR_CODE_INVALID: {
    status: 404,
    text: 'No device shows this code. Check it, or ask for a new one.',
  },
  PAIR_NOT_FOUND: { status: 404, text: 'This pairing is over.' },
  SESSION_NOT_FOUND: { status: 404, text: 'This device is already signed out' },
  PASSKEY_NOT_FOUND: { status: 404, text: 'This passkey is already gone.' },
  AUTHENTICATOR_NOT_WAITING: {
    status: 404,
    text: 'Setting up the authenticator app took too long. Start again.',
  },
  DEVICE_NOT_FOUND: { status: 404, text: 'This device is signed out.' },
  TOKEN_NOT_FOUND: { status: 404, text: 'This token is already gone.' },
  DEVICE_CODE_INVALID: {
    status: 404,
    text: 'No program waits with this code. Check it, or start again.',
  },
  LINK_NOT_FOUND: { status: 404, text: 'This link does not exist or is no longer valid.' },
  CLIP_NOT_FOUND: { status: 404, text: 'Clip not found' },
  VERSION_NOT_FOUND: { status: 404, text: 'This version is no longer kept.' },
  FILE_NOT_FOUND: { status: 404, text: 'File not found' },
  UPLOAD_NOT_FOUND: {
    status: 404,
    text: 'This upload is no longer there. Please send the file again.',
  },
  ROOM_NOT_FOUND: { status: 404, text: 'Room not found' },
  ROOM_LINK_INVALID: {
    status: 404,
    text: 'This room link is no longer valid. Ask a member for a new one.',
  },
  MEMBER_NOT_FOUND: { status: 404, text: 'Member not found' },
  CONTENT_NOT_FOUND: { status: 404, text: 'Content not found' },
  TAG_NOT_FOUND: { status: 404, text: 'Tag not found' },
  UNDO_NOT_FOUND: { status: 404, text: 'This can no longer be undone.' },
  DESKTOP_NOT_FOUND: { status: 404, text: 'Desktop not found or access denied.' },
  NOT_IN_TRASH: { status: 404, text: 'This is no longer in the trash.' },
  ITEM_NOT_FOUND: { status: 404, text: 'Item not found' },
  NO_DESKTOP_TO_HOST: { status: 404, text: 'No desktop data available to host' },
  PEER_NOT_FOUND: { status: 404, text: 'Could not connect to peer' },
  TOO_SLOW: { status: 408, text: 'The request took too long to arrive. Please try again.' },
  NOT_YOURSELF: { status: 409, text: 'You cannot do this to yourself.' },
  LAST_ADMIN: { status: 409, text: 'There must be one admin.' },
  PASSKEYS_OFF: {
    status: 409,
    text: 'Passkeys need HTTPS. Ask whoever runs this server.',
  },
  PASSKEY_KNOWN: { status: 409, text: 'This passkey is there already.' },
  TOO_MANY_PASSKEYS: {
    status: 409,
    text: 'You can have at most {max} passkeys. Remove one and try again.',
  },
  NO_METHOD: { status: 409, text: 'Add a passkey or an authenticator app first.' },
  LAST_METHOD: { status: 409, text: 'Turn two-step sign-in off first.' },
  TWO_STEP_ON: { status: 409, text: 'Two-step sign-in is on already.' },
  TWO_STEP_OFF: { status: 409, text: 'Turn two-step sign-in on first.' },
  ADDRESS_TAKEN: { status: 409, text: 'There is already an account with this address.' },
  REGISTRATION_FIXED: {
    status: 409,
    text: 'Who may sign up is set by REGISTRATION where this server is started. Change it there.',
  },
  NO_PASSWORD_LINKS: {
    status: 409,
    text: 'This server takes no passwords, so there is no link to choose one.',
    toldAs: 'PASSWORDS_OFF',
  },
  TOO_MANY_HANDOVERS: {
    status: 409,
    text: 'At most {max} codes can be open at once. Wait until one is over.',
  },
  HANDOVER_NOT_WAITING: { status: 409, text: 'No device waits for this decision.' },
  TOO_MANY_PAIRINGS: {
    status: 409,
    text: 'At most {max} codes can be open at once. Wait until one is over.',
  },
  PAIR_NOT_WAITING: { status: 409, text: 'Nobody waits here.' },
  OWNER_CANNOT_LEAVE: {
    status: 409,
    text: 'The owner cannot leave or be removed. Delete the room instead.',
  },
  ALREADY_ROOM_MEMBER: { status: 409, text: 'This person is already a member of the room' },
  ROOM_FULL: { status: 409, text: 'A room can hold at most {max} members' },
  TOO_MANY_ROOMS: {
    status: 409,
    text: 'You can be in at most {max} rooms. Leave or delete one and try again.',
  },
  NOT_A_TEXT: { status: 409, text: 'Only text can be edited' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    text: 'This Idempotency-Key was already used for another request',
  },
  TOO_MANY_FILES: {
    status: 409,
    text: 'A clip can hold at most {max} files. Remove one and try again.',
  },
  UPLOAD_PART_DIFFERS: { status: 409, text: 'This is not the file that was begun.' },
  UPLOAD_BUSY: { status: 409, text: 'This part is being sent already.' },
  UPLOAD_INCOMPLETE: {
    status: 409,
    text: 'Not everything of {file} has arrived.',
    told: ['missing'],
  },
  TOO_MANY_UPLOADS: {
    status: 409,
    text: 'There are already {max} unfinished uploads. Finish or discard one.',
  },
  TOO_MANY_TOKENS: {
    status: 409,
    text: 'You can have at most {max} API tokens. Delete one and try again.',
  },
  TAG_EXISTS: { status: 409, text: 'There is already a tag with this name.' },
  TOO_MANY_TAGS: {
    status: 409,
    text: 'You can have at most {max} tags. Delete one and try again.',
  },
  TOO_MANY_LINKS: {
    status: 409,
    text: 'There are already {max} links. Revoke one and try again.',
  },
  LINK_SEALED: {
    status: 409,
    text: 'A sealed link cannot be renewed, revived or get another password.',
  },
  LINK_REVOKED: { status: 409, text: 'This link was revoked. Create another one.' },
  TOO_MANY_ITEMS: {
    status: 409,
    text: 'A desktop can hold at most {max} items. Delete one and try again.',
  },
  PEER_ID_TAKEN: { status: 409, text: 'Another device is connected under this id' },
  IMPORT_RUNNING: {
    status: 409,
    text: 'An import of yours is still running. Wait until it is done.',
  },
  CONFIRMATION_EXPIRED: {
    status: 410,
    text: 'The email confirmation link has expired. Please request a new one.',
  },
  CAPTURE_DELETED: { status: 410, text: 'This was already saved and deleted again.' },
  VERSION_CONFLICT: { status: 412, text: 'Somebody else saved this in the meantime' },
  TOO_LARGE: { status: 413, text: 'The request is too large' },
  TEXT_TOO_LONG: { status: 413, text: 'The text is too long. At most 512 KiB can be saved.' },
  FILE_TOO_LARGE: {
    status: 413,
    text: '{file} exceeds the {limit} limit. Please choose a smaller file.',
  },
  TOO_MANY_ARCHIVED_FILES: { status: 413, text: 'At most {max} files at once.' },
  TOO_MANY_CLIPS: { status: 413, text: 'At most {max} clips at once.' },
  ARCHIVE_TOO_LARGE: {
    status: 413,
    text: 'This archive is too large: {what}. Nothing was imported.',
  },
  DESKTOP_FULL: {
    status: 413,
    text: 'This desktop is full: at most {limit} of files and 16 MB of text fit. Delete something and try again.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Unsupported content type' },
  RANGE_NOT_SATISFIABLE: { status: 416, text: 'The requested range is outside the file' },
  IF_MATCH_REQUIRED: { status: 428, text: 'Send If-Match with the version that you changed.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Please try again later.' },
  LINK_LOCKED: { status: 429, text: 'Too many wrong passwords. Try again later.' },
  PAIR_PAUSED: { status: 429, text: 'Typing codes is paused. Scan the code instead.' },
  SERVER_ERROR: { status: 500, text: 'Server error' },
  PAYMENT_SERVICE_FAILED: {
    status: 502,
    text: 'The payment service cannot be reached. Please try again in a moment.',
  },
  MAIL_FAILED: { status: 502, text: 'The mail could not be sent: {code}.' },
  OIDC_UNAVAILABLE: {
    status: 503,
    text: 'Your provider cannot be reached. Please try again in a moment.',
  },
  BILLING_OFF: { status: 503, text: 'This server sells no plans: everything is open to everyone.' },
  PLAN_NOT_SOLD: {
    status: 503,
    text: 'The {plan} plan, paid {interval}, cannot be bought on this server at the moment.',
  },
  UNAVAILABLE: { status: 503, text: 'The server is busy. Please try again in a moment.' },
  STORAGE_FULL: { status: 507, text: 'Storage is full' },
} as const satisfies Record<string, Failure>;

export type ErrorCode = keyof typeof errors;
export type FailureValues = Readonly<Record<string, string | number>>;

export const filled = (text: string, values: FailureValues): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : whole),
  );

/** Thrown by name; the transports turn it into status, text and code. */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which a repeat may succeed; becomes Retry-After. */
  readonly retryAfter: number | undefined;
  readonly values: FailureValues;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    values: FailureValues = {},
    retryAfter?: number,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    const { text, told }: Failure = errors[code];
    super(filled(text, values));
    this.name = 'ProductError';
    this.code = code;
    this.status = errors[code].status;
    this.values = Object.fromEntries(
      Object.entries(values).filter(([name]) => text.includes(`{${name}}`) || told?.includes(name)),
    );
    this.retryAfter = retryAfter;
    this.details = details;
  }
}
