import * as z from 'zod/mini';
import { MAX_API_TOKEN_DAYS, MAX_API_TOKEN_NAME_LENGTH, MAX_TEXT_BODY_BYTES } from '../limits.ts';
import { isScope, type Scope, scopes } from '../scopes.ts';
import { ownPassword } from './account.ts';
import { clip } from './clips.ts';
import { captureId, id, line, message, savedText, shortText, timestamp } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';

const forUser = endpointsFor('user', null);
const forReaders = endpointsFor('user', 'clips:read');
const forAnyToken = endpointsFor('user', 'any');
const forEverybody = endpointsFor('anyone', 'any');

const isUnique = (list: readonly string[]) => new Set(list).size === list.length;
const scopeList = z
  .array(z.enum(scopes))
  .check(z.minLength(1), z.maxLength(scopes.length), z.refine(isUnique));
const name = line(MAX_API_TOKEN_NAME_LENGTH);
/** As a program chose it: the question whether to let it in has it in quotation marks. */
const programName = z.pipe(
  name,
  z.transform((text: string) =>
    text.replaceAll(
      /["\u00ab\u00bb\u201c-\u201f\u2039\u203a\u300c-\u300f\u301d-\u301f\uff02]/g,
      "'",
    ),
  ),
);

export const apiToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Its first 13 characters. */
  start: z.string(),
  createdAt: timestamp,
  /** To the minute; null before the first use. */
  lastUsedAt: z.nullable(timestamp),
  expiresAt: z.nullable(timestamp),
});
export type ApiToken = z.output<typeof apiToken>;

export const listTokens = forUser('GET /account/tokens', {
  summary: 'My API tokens, the latest first.',
  reply: z.array(apiToken),
});

export const createToken = forUser('POST /account/tokens', {
  summary:
    'Make an API token, which is shown this once. A null in expiresInDays lets it live until it is deleted.',
  body: z.strictObject({
    name,
    scopes: scopeList,
    expiresInDays: z.nullable(
      z.number().check(z.int(), z.minimum(1), z.maximum(MAX_API_TOKEN_DAYS)),
    ),
    password: ownPassword,
  }),
  creates: true,
  answersSecret: true,
  reply: z.extend(apiToken, { token: z.string() }),
  errors: ['WRONG_PASSWORD', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'TOO_MANY_TOKENS'],
});

export const deleteToken = forUser('DELETE /account/tokens/{id}', {
  summary: 'End one of my API tokens, at once.',
  params: z.object({ id }),
  endsRights: true,
  reply: message,
  errors: ['TOKEN_NOT_FOUND'],
});

export const endCurrentToken = forAnyToken('DELETE /account/tokens/current', {
  summary: 'End the API token that the call comes with, at once.',
  endsRights: true,
  reply: message,
  errors: ['TOKEN_NOT_FOUND'],
});

export const whoami = forAnyToken('GET /auth/whoami', {
  summary:
    'Whose session or token this is. The scopes of a session are null: it may do everything.',
  reply: z.object({
    user: z.object({ id, name: z.string(), email: z.string() }),
    scopes: z.nullable(z.array(z.enum(scopes))),
  }),
});

/** As RFC 6749 has it: words in one text. */
const scopeWords = z.pipe(
  z.pipe(
    shortText(1000),
    z.transform((text: string) => text.split(' ').filter((word) => word !== '')),
  ),
  z.array(z.string()).check(
    z.minLength(1),
    z.refine((words: string[]) => words.every(isScope) && isUnique(words)),
  ),
);
/** What libraries for OAuth send along. */
const ofOAuth = {
  client_id: z.optional(shortText(1000)),
  grant_type: z.optional(shortText(1000)),
};

export const askForDevice = forEverybody('POST /auth/device', {
  summary:
    'A program asks to be signed in (RFC 8628): it shows user_code and waits with device_code. Instead of the array scopes it may send the words in scope. The scope export is left out: it takes a token made by hand.',
  body: z
    .pipe(
      z
        .strictObject({
          name: programName,
          scopes: z.optional(z.union([scopeList, scopeWords])),
          scope: z.optional(scopeWords),
          ...ofOAuth,
        })
        .check(z.refine((body) => (body.scopes === undefined) !== (body.scope === undefined))),
      z.transform(({ name: called, scopes: list, scope: words }) => ({
        name: called,
        scopes: ((list ?? words ?? []) as Scope[]).filter((each) => each !== 'export'),
      })),
    )
    .check(z.refine((body) => body.scopes.length > 0)),
  takesForms: true,
  errors: ['ORIGIN_REFUSED'],
  reply: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    expires_in: z.number(),
    interval: z.number(),
  }),
});

export const askForDeviceToken = forEverybody('POST /auth/device/token', {
  summary:
    'The program asks whether it was let in. Until then 400, with the word of RFC 8628 as error; its token is given out once.',
  body: z.strictObject({ device_code: shortText(1000), ...ofOAuth }),
  takesForms: true,
  reply: z.object({ access_token: z.string(), token_type: z.string(), scope: z.string() }),
  errors: ['AUTHORIZATION_PENDING', 'SLOW_DOWN', 'ACCESS_DENIED', 'EXPIRED_TOKEN'],
});

/** As it was typed: in either case, with or without the dash. */
const userCode = shortText(100);

export const findDevice = forUser('GET /auth/device', {
  summary: 'The program that waits with this code.',
  query: z.object({ user_code: userCode }),
  reply: z.object({
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    askedAt: timestamp,
  }),
  errors: ['DEVICE_CODE_INVALID'],
});

export const decideDevice = forUser('POST /auth/device/decision', {
  summary: 'Let the program in that waits with this code, or refuse it.',
  body: z.strictObject({ user_code: userCode, allow: z.boolean() }),
  reply: message,
  errors: ['DEVICE_CODE_INVALID', 'TOO_MANY_TOKENS', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN'],
});

export const createClipOfText = endpoint('POST /clipboard/text', {
  access: 'user',
  scope: 'clips:write',
  summary: 'Save a text as a new clip: the body is the text, as text/plain in UTF-8.',
  headers: z.object({ 'x-capture-id': z.optional(captureId) }),
  body: z.pipe(z.string().check(z.minLength(1)), savedText),
  textBody: true,
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  creates: true,
  repeatKey: 'x-capture-id',
  reply: clip,
  errors: ['TEXT_TOO_LONG', 'IDEMPOTENCY_KEY_REUSED', 'CAPTURE_DELETED'],
});

const latestQuery = z.object({ via: z.optional(z.literal('any')) });

export const latestClip = forReaders('GET /clipboard/latest', {
  summary:
    'My newest clip; only its text with Accept: text/plain. One that came through a link, or that a link edited last, only with via=any.',
  query: latestQuery,
  reply: clip,
  errors: ['CLIP_NOT_FOUND'],
});

export const latestClipFile = forReaders('GET /clipboard/latest/file', {
  summary:
    'Leads (302) to the first file of my newest clip. One that came through a link, or that a link edited last, only with via=any.',
  query: latestQuery,
  redirects: true,
  reply: 'bytes',
  errors: ['CLIP_NOT_FOUND', 'FILE_NOT_FOUND'],
});

export const clipText = forReaders('GET /clipboard/{id}/text', {
  summary: 'The text of a clip, as text/plain.',
  params: z.object({ id }),
  reply: 'bytes',
  errors: ['CLIP_NOT_FOUND'],
});

export const programEndpoints = {
  listTokens,
  createToken,
  deleteToken,
  endCurrentToken,
  whoami,
  askForDevice,
  askForDeviceToken,
  findDevice,
  decideDevice,
  createClipOfText,
  latestClip,
  latestClipFile,
  clipText,
};
