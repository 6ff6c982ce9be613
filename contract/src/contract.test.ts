import { expect, test } from 'vitest';
import { errors, ProductError } from './errors.ts';
import type { Endpoint } from './schemas/endpoint.ts';
import { endpoints } from './schemas/endpoints.ts';
import type { ClientEvent } from './schemas/event.ts';
import { clientEvents, serverEvents, serverEventScopes } from './schemas/events.ts';
import { inputSchema, modelSchemas, outputSchema } from './schemas/json-schemas.ts';
import { scopes } from './scopes.ts';

/**
 * What other programs rely on: every call and event with its JSON Schemas, and the models that
 * these refer to. A change of wire.json is a change for all of them: decide it, then record it with
 * `-u`.
 */
test('the wire', async () => {
  const schemaOf = (schema: ClientEvent['payload'] | undefined) => schema && inputSchema(schema);
  const calls = Object.values<Endpoint>(endpoints).map((each) => [
    `${each.method} ${each.path}`,
    {
      access: each.access,
      scope: each.scope,
      creates: each.creates,
      createsLater: each.createsLater,
      answersSecret: each.answersSecret,
      textBody: each.textBody,
      takesForms: each.takesForms,
      upload: each.upload,
      rawBody: each.rawBody,
      bytesBody: each.bytesBody,
      finish: schemaOf(each.finish),
      maxBodyBytes: each.maxBodyBytes,
      params: schemaOf(each.params),
      query: schemaOf(each.query),
      headers: schemaOf(each.headers),
      body: schemaOf(each.body),
      reply: typeof each.reply === 'string' ? each.reply : outputSchema(each.reply),
      errors: each.errors,
    },
  ]);
  const sent = Object.entries<ClientEvent>(clientEvents).map(([name, each]) => [
    name,
    {
      access: each.access,
      scope: each.scope,
      payload: inputSchema(each.payload),
      ack: outputSchema(each.ack),
    },
  ]);
  const heard = Object.entries(serverEvents).map(([name, payload]) => [
    name,
    outputSchema(payload),
  ]);
  const wire = {
    calls: Object.fromEntries(calls),
    clientEvents: Object.fromEntries(sent),
    serverEvents: Object.fromEntries(heard),
    models: modelSchemas(),
  };
  await expect(`${JSON.stringify(wire, null, 2)}\n`).toMatchFileSnapshot('wire.json');
});

test('every call and every event of a client states the scope that it needs of a token', () => {
  const stated = [
    ...Object.values<Endpoint>(endpoints),
    ...Object.values<ClientEvent>(clientEvents),
  ];
  for (const each of stated) {
    expect(each, each.summary).toHaveProperty('scope');
    expect([...scopes, 'any', null]).toContain(each.scope);
  }
});

test('every event of the server states the scope that a token needs to hear it', () => {
  expect([...serverEventScopes.keys()].sort()).toEqual(Object.keys(serverEvents).sort());
});

test('what no token may do: accounts, plans, local networks, sharing anew, deleting rooms', () => {
  const closed = Object.values<Endpoint>(endpoints)
    .filter(({ scope }) => scope === null)
    .map(({ method, path }) => `${method} ${path}`);
  expect(closed.filter((call) => !/ \/(auth|account|admin|stripe|billing)\b/.test(call))).toEqual([
    'DELETE /clipboard/{id}/versions',
    'DELETE /rooms/{id}/content/{contentId}/versions',
    'DELETE /rooms/{id}',
    'POST /rooms/{id}/share-token',
    'POST /virtual-desktop/share-token',
    'PUT /virtual-desktop/sharing',
    'GET /virtual-desktop/lan-data',
    'POST /pair',
    'POST /pair/join',
    'GET /pair/{id}',
    'POST /pair/{id}/decision',
    'POST /pair/session',
    'DELETE /trash/{kind}/{id}',
    'DELETE /trash',
  ]);
  const open = Object.values<Endpoint>(endpoints).filter(
    ({ path, scope }) => scope !== null && /^\/(auth|account|stripe|billing)\b/.test(path),
  );
  expect(open.map(({ path, scope }) => [path, scope])).toEqual([
    ['/account/export', 'export'],
    ['/account/export-link', 'export'],
    ['/account/export-download', 'export'],
    ['/account/tokens/current', 'any'],
    ['/auth/whoami', 'any'],
    ['/auth/device', 'any'],
    ['/auth/device/token', 'any'],
  ]);
});

test('the failures', () => {
  expect(
    Object.entries(errors)
      .map(([code, { status, text }]) => `${status} ${code}: ${text}`)
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "400 INVALID_REQUEST: Invalid request
    400 PASSWORD_TOO_SHORT: Password must be at least 8 characters
    400 NEW_PASSWORD_TOO_SHORT: Password must be at least 6 characters long.
    400 INVALID_RESET_TOKEN: Invalid or expired reset token
    400 INVALID_PEER: This is no valid peer
    400 INVALID_PLAN: Invalid plan
    400 INVALID_SIGNATURE: Invalid signature
    400 INVALID_UPLOAD: The upload was incomplete or malformed. Please try again.
    400 NOT_AN_EXPORT: This is no export of Clipline. Choose the ZIP that “Export my data” saved, unchanged.
    400 ARCHIVE_DAMAGED: This archive is damaged: {what}. Nothing was imported. Export your data again, or use another copy.
    400 ARCHIVE_ENCRYPTED: This archive is encrypted. Nothing was imported. Choose the ZIP as it was exported.
    400 ARCHIVE_TOO_NEW: This export comes from a newer version of Clipline. This server must be updated before it can read it.
    400 UPLOAD_PART_DAMAGED: A part was damaged on the way. Please try again.
    400 OIDC_CODE_INVALID: This sign-in is over. Please start it again.
    400 AUTHORIZATION_PENDING: authorization_pending
    400 SLOW_DOWN: slow_down
    400 ACCESS_DENIED: access_denied
    400 EXPIRED_TOKEN: expired_token
    400 PUSH_ENDPOINT_REFUSED: This server does not know the push service of this browser.
    401 UNAUTHORIZED: Unauthorized
    401 INVALID_CREDENTIALS: Invalid credentials
    402 PLAN_NEEDED: Your trial or plan has ended. Everything you have stays readable; to add or change something, choose the Basic, Pro or Advanced plan under Pricing on the home page.
    402 SHARING_NOT_IN_PLAN: The {plan} plan does not include sharing. To share, choose the Pro or Advanced plan under Pricing on the home page.
    402 ROOMS_NOT_IN_PLAN: The {plan} plan does not include rooms of your own. To open one, choose the Advanced plan under Pricing on the home page.
    402 OWNER_CANNOT_SHARE: The owner's plan, {plan}, does not include sharing. Ask them to choose Pro or Advanced.
    402 OWNER_PLAN_ENDED: The owner's plan does not allow changes at the moment.
    403 EMAIL_NOT_CONFIRMED: Please confirm your email before logging in.
    403 ACCOUNT_DISABLED: This account is disabled. Please contact support.
    403 REGISTRATION_INVITED: This server is by invitation. Ask whoever runs it for a link.
    403 REGISTRATION_CLOSED: Sign-ups are closed on this server.
    403 INVITATION_OVER: This invitation is no longer valid.
    403 INVITATION_OTHER_ADDRESS: This invitation is for another address.
    403 SETUP_OVER: This link is no longer valid. Start the server again for a new one.
    403 PASSWORDS_OFF: This server takes no passwords. Sign in through your provider.
    403 OIDC_EMAIL: Your provider did not confirm your e-mail address.
    403 OIDC_EMAIL_TAKEN: This address belongs to another account here.
    403 OIDC_DENIED: Your provider did not let you in.
    403 OIDC_FAILED: The sign-in failed. Please try again.
    403 SIGN_IN_AGAIN: Sign in again, then repeat this.
    403 WRONG_PASSWORD: That is not your password. Nothing was changed.
    403 WRONG_CODE: That code is not right.
    403 STEP_OVER: Please log in again.
    403 PASSKEY_UNKNOWN: This passkey is not known here. Log in another way.
    403 CONFIRM_FIRST: Please confirm that it is you.
    403 SECOND_STEP_REQUIRED: This server asks for a second step. Set it up to go on.
    403 FORBIDDEN: You may not do that
    403 TOKEN_NOT_ALLOWED: API tokens cannot do that. Sign in in the browser.
    403 SCOPE_MISSING: This token lacks the scope {scope}.
    403 ORIGIN_REFUSED: This request came from another site and was refused
    403 NOT_CLIP_OWNER: Only the owner can edit this clip
    403 NOT_WITH_LINK: Only the owner can edit this clip
    403 LINK_READ_ONLY: This link is for reading only.
    403 GRANT_EXPIRED: Open the link again.
    403 WRONG_LINK_PASSWORD: That is not the password.
    403 NOT_ROOM_MEMBER: Only members of this room can do that
    403 NOT_ROOM_OWNER: Only the owner of this room can do that
    403 NOT_CONTENT_AUTHOR: You can only edit what you added yourself
    403 NOT_DESKTOP_OWNER: Only the owner of this desktop can do that
    403 NOT_LOCAL_NETWORK: You are not on a local network that can be shared
    403 PEER_REFUSED: The other device did not let you in
    403 FILE_LINK_INVALID: Link expired or invalid
    403 PAIRING_OFF: Pairing is switched off on this server.
    404 NOT_FOUND: Not found
    404 USER_NOT_FOUND: There is no such account.
    404 INVITATION_NOT_FOUND: This invitation is already gone.
    404 HANDOVER_NOT_FOUND: This code is no longer valid. Show a new one.
    404 PAIR_CODE_INVALID: No device shows this code. Check it, or ask for a new one.
    404 PAIR_NOT_FOUND: This pairing is over.
    404 SESSION_NOT_FOUND: This device is already signed out
    404 PASSKEY_NOT_FOUND: This passkey is already gone.
    404 AUTHENTICATOR_NOT_WAITING: Setting up the authenticator app took too long. Start again.
    404 DEVICE_NOT_FOUND: This device is signed out.
    404 TOKEN_NOT_FOUND: This token is already gone.
    404 DEVICE_CODE_INVALID: No program waits with this code. Check it, or start again.
    404 LINK_NOT_FOUND: This link does not exist or is no longer valid.
    404 CLIP_NOT_FOUND: Clip not found
    404 VERSION_NOT_FOUND: This version is no longer kept.
    404 FILE_NOT_FOUND: File not found
    404 UPLOAD_NOT_FOUND: This upload is no longer there. Please send the file again.
    404 ROOM_NOT_FOUND: Room not found
    404 ROOM_LINK_INVALID: This room link is no longer valid. Ask a member for a new one.
    404 MEMBER_NOT_FOUND: Member not found
    404 CONTENT_NOT_FOUND: Content not found
    404 TAG_NOT_FOUND: Tag not found
    404 UNDO_NOT_FOUND: This can no longer be undone.
    404 DESKTOP_NOT_FOUND: Desktop not found or access denied.
    404 NOT_IN_TRASH: This is no longer in the trash.
    404 ITEM_NOT_FOUND: Item not found
    404 NO_DESKTOP_TO_HOST: No desktop data available to host
    404 PEER_NOT_FOUND: Could not connect to peer
    408 TOO_SLOW: The request took too long to arrive. Please try again.
    409 NOT_YOURSELF: You cannot do this to yourself.
    409 LAST_ADMIN: There must be one admin.
    409 PASSKEYS_OFF: Passkeys need HTTPS. Ask whoever runs this server.
    409 PASSKEY_KNOWN: This passkey is there already.
    409 TOO_MANY_PASSKEYS: You can have at most {max} passkeys. Remove one and try again.
    409 NO_METHOD: Add a passkey or an authenticator app first.
    409 LAST_METHOD: Turn two-step sign-in off first.
    409 TWO_STEP_ON: Two-step sign-in is on already.
    409 TWO_STEP_OFF: Turn two-step sign-in on first.
    409 ADDRESS_TAKEN: There is already an account with this address.
    409 REGISTRATION_FIXED: Who may sign up is set by REGISTRATION where this server is started. Change it there.
    409 NO_PASSWORD_LINKS: This server takes no passwords, so there is no link to choose one.
    409 TOO_MANY_HANDOVERS: At most {max} codes can be open at once. Wait until one is over.
    409 HANDOVER_NOT_WAITING: No device waits for this decision.
    409 TOO_MANY_PAIRINGS: At most {max} codes can be open at once. Wait until one is over.
    409 PAIR_NOT_WAITING: Nobody waits here.
    409 OWNER_CANNOT_LEAVE: The owner cannot leave or be removed. Delete the room instead.
    409 ALREADY_ROOM_MEMBER: This person is already a member of the room
    409 ROOM_FULL: A room can hold at most {max} members
    409 TOO_MANY_ROOMS: You can be in at most {max} rooms. Leave or delete one and try again.
    409 NOT_A_TEXT: Only text can be edited
    409 IDEMPOTENCY_KEY_REUSED: This Idempotency-Key was already used for another request
    409 TOO_MANY_FILES: A clip can hold at most {max} files. Remove one and try again.
    409 UPLOAD_PART_DIFFERS: This is not the file that was begun.
    409 UPLOAD_BUSY: This part is being sent already.
    409 UPLOAD_INCOMPLETE: Not everything of {file} has arrived.
    409 TOO_MANY_UPLOADS: There are already {max} unfinished uploads. Finish or discard one.
    409 TOO_MANY_TOKENS: You can have at most {max} API tokens. Delete one and try again.
    409 TAG_EXISTS: There is already a tag with this name.
    409 TOO_MANY_TAGS: You can have at most {max} tags. Delete one and try again.
    409 TOO_MANY_LINKS: There are already {max} links. Revoke one and try again.
    409 LINK_SEALED: A sealed link cannot be renewed, revived or get another password.
    409 LINK_REVOKED: This link was revoked. Create another one.
    409 TOO_MANY_ITEMS: A desktop can hold at most {max} items. Delete one and try again.
    409 PEER_ID_TAKEN: Another device is connected under this id
    409 IMPORT_RUNNING: An import of yours is still running. Wait until it is done.
    410 CONFIRMATION_EXPIRED: The email confirmation link has expired. Please request a new one.
    410 CAPTURE_DELETED: This was already saved and deleted again.
    412 VERSION_CONFLICT: Somebody else saved this in the meantime
    413 TOO_LARGE: The request is too large
    413 TEXT_TOO_LONG: The text is too long. At most 512 KiB can be saved.
    413 FILE_TOO_LARGE: {file} exceeds the {limit} limit. Please choose a smaller file.
    413 TOO_MANY_ARCHIVED_FILES: At most {max} files at once.
    413 TOO_MANY_CLIPS: At most {max} clips at once.
    413 ARCHIVE_TOO_LARGE: This archive is too large: {what}. Nothing was imported.
    413 DESKTOP_FULL: This desktop is full: at most {limit} of files and 16 MB of text fit. Delete something and try again.
    415 UNSUPPORTED_MEDIA_TYPE: Unsupported content type
    416 RANGE_NOT_SATISFIABLE: The requested range is outside the file
    428 IF_MATCH_REQUIRED: Send If-Match with the version that you changed.
    429 TOO_MANY_REQUESTS: Too many requests. Please try again later.
    429 LINK_LOCKED: Too many wrong passwords. Try again later.
    429 PAIR_PAUSED: Typing codes is paused. Scan the code instead.
    500 SERVER_ERROR: Server error
    502 PAYMENT_SERVICE_FAILED: The payment service cannot be reached. Please try again in a moment.
    502 MAIL_FAILED: The mail could not be sent: {code}.
    503 OIDC_UNAVAILABLE: Your provider cannot be reached. Please try again in a moment.
    503 BILLING_OFF: This server sells no plans: everything is open to everyone.
    503 PLAN_NOT_SOLD: The {plan} plan, paid {interval}, cannot be bought on this server at the moment.
    503 UNAVAILABLE: The server is busy. Please try again in a moment.
    507 STORAGE_FULL: Storage is full"
  `);
});

/** The calls that the product was described with, before there was a server. */
const described = `
POST /auth/login
POST /auth/register
POST /auth/logout
GET /auth/check-email-confirmation
POST /auth/refresh
POST /auth/reset-password
POST /auth/forgot-password
GET /clipboard/history
GET /clipboard/favorites
GET /clipboard/stats
GET /clipboard/{id}
POST /clipboard
PUT /clipboard/{id}
DELETE /clipboard/{id}
POST /clipboard/{id}/favorite
POST /clipboard/{id}/files
GET /clipboard/{id}/files
DELETE /clipboard/{id}/files/{fileId}
POST /stripe/checkout
POST /rooms
GET /rooms
GET /rooms/{id}
PATCH /rooms/{id}
DELETE /rooms/{id}
POST /rooms/join
POST /rooms/{id}/leave
GET /rooms/{id}/activity
POST /rooms/{id}/members
DELETE /rooms/{id}/members/{memberId}
POST /rooms/{id}/content
PATCH /rooms/{id}/content/{contentId}
DELETE /rooms/{id}/content/{contentId}
POST /rooms/{id}/upload
GET /virtual-desktop
GET /virtual-desktop/shared/{id}
POST /virtual-desktop/items/text
POST /virtual-desktop/items/file
PATCH /virtual-desktop/items/{id}
DELETE /virtual-desktop/items/{id}
GET /virtual-desktop/lan-data
`
  .trim()
  .split('\n');

const anonymousParameters = (call: string) => call.replace(/\{\w+\}/g, '{}');
const areaOf = (call: string) => call.split('/')[1];

test('every area that is built has all its described calls', () => {
  const served = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  const built = new Set(served.map(areaOf));
  const expected = described.filter((call) => built.has(areaOf(call))).map(anonymousParameters);
  expect(expected.filter((call) => !served.map(anonymousParameters).includes(call))).toEqual([]);
  expect([...built]).toEqual(expect.arrayContaining(['auth', 'clipboard', 'files']));
});

test('no two calls share method and path, and every parameter in a path is described', () => {
  const calls = Object.values<Endpoint>(endpoints).map(({ method, path }) =>
    anonymousParameters(`${method} ${path}`),
  );
  expect(new Set(calls).size).toBe(calls.length);
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(named);
  }
});

test('only a POST creates, and only what changes something has a body', () => {
  const all = Object.values<Endpoint>(endpoints);
  const methods = (of: (endpoint: Endpoint) => unknown) =>
    [...new Set(all.filter(of).map(({ method }) => method))].sort();
  expect(methods(({ creates, upload }) => creates || upload)).toEqual(['POST']);
  expect(methods(({ body }) => body)).toEqual(['DELETE', 'PATCH', 'POST', 'PUT']);
});

test('every failure says its status, a text and how long to wait', () => {
  for (const { status, text } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toMatch(/^\S.*\S$/s);
  }
  const failure = new ProductError('FILE_TOO_LARGE', { file: 'a.zip', limit: '10MB' });
  expect(failure).toMatchObject({
    code: 'FILE_TOO_LARGE',
    status: 413,
    message: 'a.zip exceeds the 10MB limit. Please choose a smaller file.',
  });
  expect(new ProductError('TOO_MANY_REQUESTS', {}, 7)).toMatchObject({
    retryAfter: 7,
    message: 'Too many requests. Please try again later.',
  });
  expect(new ProductError('FILE_TOO_LARGE').message).toBe(
    '{file} exceeds the {limit} limit. Please choose a smaller file.',
  );
});
