export const MAX_TEXT_BYTES = 512 * 1024;
/** JSON may spell each character in six bytes (`\u0000`). */
export const MAX_TEXT_BODY_BYTES = 6 * MAX_TEXT_BYTES + 64 * 1024;
/** What a file has at most where MAX_FILE_MB is not raised, and what a page sends in one piece. */
export const MAX_FILE_BYTES = 10_485_760;
/** Of files that come in parts: all but the last. */
export const UPLOAD_PART_BYTES = 8 * 1024 ** 2;
export const MAX_UPLOADS = 20;
export const MAX_STORAGE_MB = 2 ** 30 - 1;
export const MAX_UPLOADS_TO_DESKTOP = 5;
/** As texts name a limit: whole GB where it is some, such as 4GB, else MB. */
export const limitName = (bytes: number, blank: '' | ' ' = ''): string =>
  bytes % 1024 ** 3 === 0 ? `${bytes / 1024 ** 3}${blank}GB` : `${bytes / 1024 ** 2}${blank}MB`;

export const ACCESS_TOKEN_SECONDS = 3600;
export const MIN_PASSWORD_LENGTH = 8;
export const MIN_RESET_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 1024;
/** Something, @, a domain with a dot; no space. */
export const EMAIL_PATTERN = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]+$/;

export const MAX_IMPORT_BYTES = 1024 ** 3;
export const MAX_NAMED_SKIPS = 100;

export const MAX_FILES_PER_CLIP = 50;
export const MAX_ARCHIVED_FILES = 500;
export const CAPTURE_WAIT_SECONDS = 3600;
export const CAPTURE_DAYS = 400;
export const CLIPS_PAGE_SIZE = 20;
export const TRASH_PAGE_SIZE = 20;
/**
 * How long all who may delete something can bring it back, and everything there is where a
 * server keeps no trash.
 */
export const UNDO_SECONDS = 600;
export const MAX_TAGS = 200;
export const MAX_TAG_NAME_LENGTH = 40;
export const MAX_TAGS_PER_CLIP = 20;
/** Saves of one author within so much time are one: only the last of them is kept as a version. */
export const BURST_SECONDS = 300;
export const MAX_VERSIONS = 100;
export const MAX_VERSION_BYTES = 5 * 1024 ** 2;
export const MAX_BULK_IDS = 500;
/** Of so many clips the links can be listed at once. */
export const LINKED_CLIPS = 100;
export const MAX_BULK_CLIPS = 10_000;
export const BULK_UNDO_SECONDS = 600;
export const EXCERPT_LENGTH = 300;

export const MAX_ROOM_NAME_LENGTH = 100;
export const MAX_NAME_LENGTH = 100;
/** More unread things are not counted. */
export const MAX_UNREAD = 99;
export const MAX_ROOM_MEMBERS = 500;
export const MAX_ROOMS_PER_PERSON = 500;
export const LISTED_MEMBERS = 4;
export const ROOM_PAGE_SIZE = 50;
export const ACTIVITY_PAGE_SIZE = 100;
export const MAX_ACTIVITY_PAGE_SIZE = 200;
export const KEPT_ACTIVITY = 10_000;

/** No coordinate and no side of a block is larger: beyond, numbers stop being positions. */
export const MAX_COORDINATE = 1_000_000;
export const MAX_DESKTOP_ITEMS = 500;
export const MAX_DESKTOP_BYTES = 1024 ** 3;
/** Texts alone, because they travel with every read of the desktop. */
export const MAX_DESKTOP_TEXT_BYTES = 16 * 1024 ** 2;

export const LINKS_PAGE_SIZE = 20;
export const LINK_LABEL_LENGTH = 100;
export const MIN_LINK_SECONDS = 60;
export const MAX_LINK_SECONDS = 31_536_000;
export const MAX_SEALED_LINK_SECONDS = 30 * 24 * 3600;
export const MAX_LINK_VIEWS = 1000;
export const MIN_LINK_PASSWORD_LENGTH = 6;
export const MAX_LINK_PASSWORD_LENGTH = 200;
export const MAX_LINKS_PER_CLIP = 50;
export const MAX_LINKS = 1000;

/** How long an invitation may live: a minute to a year. */
export const MIN_INVITATION_SECONDS = 60;
export const MAX_INVITATION_SECONDS = 31_536_000;
export const INVITATION_SECONDS = 7 * 24 * 3600;
export const INVITATIONS_PAGE_SIZE = 20;

/** How long another device may ask to be signed in, and how often it asks. */
export const HANDOVER_SECONDS = 120;
export const HANDOVER_POLL_SECONDS = 2;
export const MAX_HANDOVERS = 5;

/** How long a code may be joined, how much longer what was joined in time is good, in seconds. */
export const PAIR_SECONDS = 300;
export const PAIR_JOINED_SECONDS = 60;
/** How often both devices ask how it stands. */
export const PAIR_POLL_SECONDS = 2;
export const MAX_PAIRINGS = 5;

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 60;
/** How long a proof of who it is counts for its session. */
export const CONFIRMED_SECONDS = 600;
/** How long after the password the second step may be taken. */
export const STEP_SECONDS = 600;
export const RECOVERY_CODES = 10;

export const MAX_API_TOKENS = 50;
export const MAX_API_TOKEN_NAME_LENGTH = 60;
export const MAX_API_TOKEN_DAYS = 365;
export const DEVICE_CODE_SECONDS = 600;
export const DEVICE_POLL_SECONDS = 5;

export const MAX_DEVICE_NAME_LENGTH = 60;
