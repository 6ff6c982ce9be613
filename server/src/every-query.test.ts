import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DeleteResult, InsertResult, sql, UpdateResult } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onPostgres } from '../testing/on-each-database.ts';
import { hashToken } from './core/ids.ts';
import { fillWithSample, like, NOW, sample, tables } from '../testing/sample-store.ts';
import type { Db, Tx } from './core/db/database.ts';
import { ReadTooLong } from './core/db/errors.ts';
import { openScans, openStore, type Store } from './core/db/open.ts';
import { migrate } from './core/db/migrate.ts';
import { migrations } from './migrations/migrations.ts';

/*
 * Every exported function of every `x.queries.ts` that takes a store runs once on each engine, on
 * one sample: what it returns and what it leaves must be the same, and it must find or change
 * something. Its arguments are found by their names in `values`; where these do not do, `examples`
 * has them, or says that it finds nothing.
 */
type Query = (db: Db, ...args: unknown[]) => unknown;
const NOTHING = Symbol('finds nothing in the sample');

/** By the name of a parameter, or of a field of one that is taken apart. */
const values: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['now', 'before', 'until', 'at', 'deletedBefore', 'usedBefore', 'expiredBefore'].map((name) => [
      name,
      NOW,
    ]),
  ),
  ...Object.fromEntries(
    ['since', 'offset', 'deletedSince', 'endedSince', 'changedSince', 'after'].map((name) => [
      name,
      0,
    ]),
  ),
  limit: 10,
  userId: 'user1',
  ownerId: 'user1',
  userIds: ['user1', 'user2'],
  email: 'new@example.com',
  tokenHash: 'token1',
  tokenIds: ['token1'],
  passwordHash: 'hash',
  sessionId: 'session1',
  sessionIds: ['session1', 'session3'],
  accessHash: 'access1',
  refreshHash: 'refresh1',
  deviceHash: 'device1',
  userCode: 'CODE',
  network: 'net',
  customerId: 'customer1',
  clipId: 'clip1',
  clipIds: ['clip1', 'clip2'],
  uploadId: 'upload1',
  caller: 'user user1',
  tagId: 'tag1',
  tagIds: ['tag1', 'tag2'],
  desktopId: 'desktop1',
  browserHash: 'browser1',
  shareToken: 'share1',
  itemId: 'item1',
  itemIds: ['item1', 'item3'],
  roomId: 'room1',
  roomIds: ['room1'],
  memberId: 'user2',
  contentId: 'content1',
  contentIds: ['content1', 'content3'],
  linkId: 'link1',
  hash: 'grant1',
  peerId: 'peer2',
  hostId: 'peer1',
  guestId: 'peer2',
  networkKey: 'net',
  thingId: 'clip1',
  thingIds: ['clip1'],
  table: 'clip_versions',
  versions: [1],
  version: 1,
  key: { holderId: 'user1', thingId: 'clip1', createdAt: NOW - 1010 },
  keys: [{ holderId: 'user1', thingId: 'clip1', createdAt: NOW - 1010 }],
  holderIds: ['clip1', 'clip3'],
  kind: 'clip',
};

const message = like('push_messages', { attempts: 0 }) as never;

const filter = {
  userId: 'user1',
  words: [],
  type: 'all',
  favorite: undefined,
  tags: [],
  since: 0,
  before: undefined,
};
const chunk = { after: undefined, limit: 10 };
const linkFilter = {
  userId: 'user1',
  clipIds: ['clip1', 'clip2'],
  kind: 'clip',
  state: 'active',
  now: NOW,
};
const contentFilter = { words: [], type: undefined, authors: undefined, since: 0 };
const window = { sort: 'date', order: 'desc', limit: 10, offset: 0 };
const happening = { roomId: 'room1', type: 'content-added', userId: 'user1' };
const kinds = ['clip', 'room', 'roomItem', 'desktopItem'];
const people = { words: ['a'], state: undefined, id: undefined };
const trashOf = { userId: 'user1', deletedSince: 0 };

/** By name: the arguments after the store. */
const examples: Readonly<Record<string, readonly unknown[] | typeof NOTHING>> = {
  // account
  removeAddress: [{ id: 'user1', email: 'ada@example.com' }, 'gone@example.com'],
  removeUser: ['lonely'],
  replaceByPlaceholder: ['user1', like('users', { id: 'placeholder', email: 'gone@example.com' })],
  listDeletedClips: ['user1', chunk],
  listFilesWithHash: ['clip', ['clip1', 'clip3']],
  listDeletedItems: ['user1', chunk],
  listContentAfter: ['room1', chunk],
  listDeletedContent: ['user1', chunk],
  listVersionsOf: ['clip_versions', ['clip1', 'clip2'], chunk],
  listContentIds: ['room1', '', 10],
  listFormerMembers: ['room2'],
  findKnown: ['user1', 'clip', ['origin1', 'origin2'], 'user1'],
  noteImported: [like('imports', { origin_id: 'origin2' })],
  backdateDesktopItem: ['item1', 1],
  removeRegistrationsOf: ['new@example.com'],
  // uploads
  insertUpload: [like('uploads', { id: 'upload3' })],
  findPart: ['upload1', 0],
  keepPart: [like('upload_parts', { number: 1 }), 8, NOW, NOW + 1],
  forgetPart: [like('upload_parts', {}), 8],
  giveUploadsToUser: ['user user1', 'user2', 'user user2'],
  // auth
  findUser: ['ada@example.com'],
  findUserById: ['user1'],
  requireUser: ['user1'],
  insertUser: [like('users', { id: 'user9', email: 'ida@example.com' })],
  updateUser: ['user1', { name: 'Ida' }],
  beginMissingTrials: [NOW],
  insertRegistration: [like('registrations', { id: 'new', token_hash: 'token9' })],
  findRegistration: ['registration1'],
  updateRegistration: ['registration1', { confirmed_at: NOW }],
  removeRegistrations: [['registration1', 'registration3']],
  removeOldRegistrations: [NOW + 2000],
  insertReset: [like('password_resets', { token_hash: 'token9' })],
  removeOwnResetsOf: ['user1'],
  findProgram: ['token1', NOW],
  findProgramById: ['token1', NOW],
  listOpenApiTokens: [['token1', 'token2'], NOW],
  insertApiToken: [like('api_tokens', { id: 'token9', token_hash: 'token9' })],
  updateApiToken: ['token1', { last_used_at: NOW }],
  removeApiToken: ['user1', 'token1'],
  insertRequest: [like('device_requests', { device_hash: 'device9', user_code: 'NEXT' })],
  updateRequest: ['device1', { polled_at: NOW }],
  insertSession: [like('sessions', { id: 'session9' })],
  insertAccessToken: [like('access_tokens', { token_hash: 'access9' })],
  insertRefreshToken: [like('refresh_tokens', { token_hash: 'refresh9' })],
  findIdentity: ['access1', NOW],
  findUserOfSession: ['session1', NOW],
  extendSession: ['session1', NOW, NOW + 9],
  extendAccessToken: ['access1', NOW + 9],
  removeSessions: [['session1', 'session2']],
  removeSessionOf: ['user1', 'session1'],
  renameSession: ['session1', 'session9'],
  markRotated: [
    'refresh1',
    {
      next_refresh_hash: 'refresh2',
      next_access_hash: 'access2',
      rotated_at: NOW,
      traded_at_place: 'here',
    },
  ],
  findSession: ['session1'],
  requireUserWith: ['ada@example.com'],
  noteSeen: ['user1', NOW],
  nameSession: ['user1', 'session1', 'Kitchen'],
  listOpenSessions: [['session1', 'session3'], NOW, NOW],
  insertPasskey: [like('passkeys', { id: 'passkey9', credential_id: 'credential9' })],
  findPasskeyByCredential: ['credential1'],
  renamePasskey: ['user1', 'passkey1', 'Old phone'],
  usePasskey: ['passkey1', { counter: 4, is_synced: 0, now: NOW }],
  removePasskey: ['user1', 'passkey1'],
  countPasskeysElsewhere: ['clips.example'],
  keepAuthenticator: [like('authenticators', { waiting_secret: 'next', waits_until: NOW })],
  takeTimeStep: ['user1', 8],
  insertRecoveryCodes: [[{ user_id: 'user1', code_hash: 'code9' }]],
  takeRecoveryCode: ['user1', 'code1'],
  insertStep: [like('sign_in_steps', { token_hash: 'token9' })],
  findRequiredFrom: [],
  updateSession: ['session1', { step_until: NOW }],
  // billing
  saveSubscription: [like('subscriptions', { status: 'canceled', reading: 2 })],
  savePaidPlan: ['user1', { paid_plan: 'pro', paid_until: NOW }],
  noteEvent: ['event2', NOW],
  isEventNoted: ['event1'],
  findSubscription: ['subscription1'],
  keepCustomer: ['user1', 'customer3', 'customer1'],
  findCustomer: ['customer1', 'user1'],
  changeAccount: ['user1', { checkout_number: 2 }],
  // clips
  findClip: ['clip1'],
  findClipHead: ['clip1'],
  insertClip: [like('clips', { id: 'new', created_at: NOW })],
  updateClip: [sample.clips[0], { is_favorite: 1, content: 'ÄNDERUNG' }],
  updateClips: [sample.clips.slice(0, 2), { is_favorite: 1 }],
  findLatestClip: ['user1', true],
  removeClip: ['clip1'],
  removeDraft: ['clip4'],
  purgeClips: [['clip3'], NOW],
  listOwnHeads: ['user1', ['clip1', 'clip3', 'clip7']],
  listDeletedAt: ['user1', ['clip1', 'clip3'], NOW - 1000],
  listIdsAfter: ['user1', 'clip1', 3],
  closeAddressesOf: [['clip1', 'clip2']],
  insertBulkLot: [like('bulk_lots', { id: 'bulk2' })],
  takeBulkLot: ['user1', 'bulk1', 0],
  removeTag: [['clip1', 'clip2'], 'tag1'],
  countAwaiting: ['user1', false],
  clipBeyond: ['user1', 2],
  countClips: [filter],
  listClips: [filter, { limit: 10, offset: 0 }],
  listClipIds: [filter, { limit: 10, offset: 0 }],
  searchIds: [
    { ...filter, words: ['gruß', 'a'] },
    { limit: 10, offset: 0 },
  ],
  listClipsInOrder: [['clip2', 'clip1']],
  listClipsAfter: [filter, { id: 'clip1', created_at: NOW - 1010 }, 10],
  findTag: ['user1', 'tag1'],
  findTagNamed: ['user1', 'work'],
  insertTag: [like('tags', { id: 'tag3', name_key: 'new' })],
  updateTag: ['tag1', { name: 'Job', name_key: 'job', color: 'blue' }],
  removeFromSome: ['tag1', 1],
  removeTagRow: ['tag1'],
  listOwnTags: ['user1', ['tag1', 'tag2']],
  addTags: [[sample.clips[0]], ['tag2']],
  replaceTags: [sample.clips[0], ['tag2']],
  // core
  findDone: ['key1', NOW],
  keepDone: [like('once', { key: 'key9' })],
  findDoneOf: ['clip5'],
  updateReply: ['key1', '[]'],
  removeDoneOf: ['clip5'],
  removeDoneIn: ['desktop3'],
  forgetGoneAt: [NOW],
  insertEndings: [like('channel_endings', { id: 'ending2' })],
  queueMail: [{ kind: 'note', recipient: 'bob@example.com', user_id: 'user2' }, NOW],
  claimMail: [like('mails', { id: 'mail1' }), NOW + 1],
  postponeMail: ['mail1', NOW + 1],
  removeMail: ['mail1'],
  dropMails: ['note', 'ada@example.com'],
  dropMailsTo: ['ada@example.com'],
  // desktop
  findDesktop: ['desktop1'],
  findDesktopOfUser: ['user1'],
  findDesktopOfBrowser: ['browser1'],
  findDesktopByShareToken: ['share1'],
  findDesktopByNetwork: ['network1'],
  insertDesktop: [
    like('desktops', { id: 'desktop9', user_id: 'user2', share_token: 's', network_id: 'n' }),
  ],
  giveDesktopToUser: [
    'browser1',
    { share_token: 'share9', network_id: 'network9', user_id: 'user2' },
  ],
  saveSharing: ['desktop1', { is_shared: 1 }],
  touchDesktop: ['desktop1', NOW, { items: 1, bytes: 10, textBytes: 10 }],
  removeIdleDesktop: ['desktop2', NOW],
  insertItem: [like('desktop_items', { id: 'item9' })],
  saveItem: ['item1', { content: 'other', bytes: 5 }],
  listOldDeletedItems: [NOW, 10, 'users'],
  listItemsChangedSince: ['desktop1', 2],
  removeDesktop: ['desktop3'],
  // pairing
  insertPairing: [like('pairings', { id: 'pairing9', token_hash: 'token9', code_hash: 'code9' })],
  countUndecidedPairings: ['net', NOW],
  findOpenPairing: ['code_hash', 'code1', NOW],
  findOpenedPairing: ['pairing1', 'opener', NOW],
  findPairingByClaim: ['claim2', NOW],
  updatePairing: ['pairing2', { state: 'refused' }],
  // files
  keepContent: [like('blobs', { id: 'blob4', sha256: 'sum4' })],
  findBlobWith: ['sum1'],
  insertFile: [like('files', { id: 'file9' })],
  findFileWithContent: ['file1'],
  findHeldFile: [{ kind: 'clip', id: 'clip1' }, 'file1'],
  moveFiles: [['file1'], { kind: 'version', id: 'clip1' }],
  removeFile: ['file1'],
  knowsNobody: NOTHING,
  findStorageMb: ['user1'],
  listLargest: ['user1', { atLeast: 0, limit: 100 }],
  existingObjects: [['blob1', 'blob9', 'object1']],
  removeUnreferencedBlobs: [['blob1', 'blob2']],
  insertPreview: [{ blob_id: 'blob3', object_key: 'object3', width: 1, height: 1, size: 9 }],
  listWaiting: ['', 10],
  findWaiting: ['file7'],
  useTurn: ['file7'],
  endTurns: ['file7'],
  markSeen: [{ kind: 'clip', id: 'clip4' }],
  // lan
  removePeersUnseen: [NOW, NOW],
  insertPeer: [like('lan_peers', { peer_id: 'peer4', session_id: 'socket4', desktop_id: null })],
  removePeer: ['peer2', 'socket2'],
  updatePeer: ['peer1', { network_key: 'other' }],
  isShownByOwner: [{ owner: 'user user1', desktopId: 'desktop1' }],
  listRemovedByOthers: [{ peerId: 'peer8', desktopId: 'desktop1', network: { key: 'net' } }, 10],
  markPeersSeen: [['socket1']],
  saveGuest: [like('lan_guests', { guest_id: 'peer9', standing: 'waiting' })],
  endVisits: ['guest_id', 'peer2'],
  changeGuest: [
    { hostId: 'peer1', presence: { peerId: 'peer2' }, standing: 'connected' },
    { standing: 'left' },
  ],
  // links
  findLinkByToken: ['token1', NOW],
  findLink: ['link1', NOW],
  insertLink: [like('links', { id: 'link9', token_hash: 'token9' }), NOW],
  updateLink: [sample.links[0], { label: 'Them' }, NOW],
  listLinks: [linkFilter, { limit: 10, offset: 0 }],
  countLinks: [linkFilter],
  countActive: ['user1', 'clip1', NOW],
  removeOver: [{ user_id: 'user1', clip_id: 'clip1' }, NOW, 1],
  takeView: ['link1', NOW, NOW],
  insertOpening: [like('link_openings', { id: 'opening3', number: 3 })],
  removeOpenings: ['link1', 1],
  listOpenings: ['link1', 'opening2', 10],
  revokeLinks: [{ userId: 'user1', id: 'link1', now: NOW }],
  forgetOld: [{ now: NOW, before: NOW }],
  findGrant: ['grant1'],
  findGrantWithClip: ['grant1', 'clip1'],
  findSealedEnd: [{ id: 'link1', epoch: 1, state: 'used', expires_at: null }, NOW],
  isGranted: ['link1', hashToken('grant1'), NOW],
  keepGrant: [like('link_grants', { grant_hash: 'grant3' })],
  // owner
  findSetting: ['registration'],
  saveSetting: ['registration', 'closed'],
  removeSetting: ['registration'],
  findAdmin: ['user1'],
  insertCode: [like('one_time_codes', { code_hash: 'code9' })],
  findCode: ['setup', 'code1', NOW],
  takeCode: ['setup', 'code1', NOW],
  keepNewestCodes: ['sign-on begun', 'browser1', 1],
  removeSetups: [],
  findUserBySub: ['https://id.example.com', 'ada'],
  isJoined: ['https://id.example.com', 'user1'],
  insertIdentity: [like('identities', { sub: 'bob', user_id: 'user2' })],
  insertLogEntry: [
    { admin: { id: 'user2', name: 'Bob' }, action: 'user.enable', target: 'eve' },
    2,
    NOW,
  ],
  listLog: ['entry2', 10],
  insertInvitation: [like('invitations', { id: 'invitation9', token_hash: 'token9' }), NOW],
  findInvitation: ['invitation1', NOW],
  findInvitationByToken: ['token1', NOW],
  listInvitations: [
    { state: 'open', now: NOW },
    { limit: 10, offset: 0 },
  ],
  countInvitations: [{ state: 'expired', now: NOW }],
  listInvited: [['new@example.com', 'ada@example.com'], NOW],
  spendInvitation: ['invitation1', { email: 'new@example.com', wasKnown: false }, NOW],
  revokeInvitations: [{ createdBy: 'user2' }, NOW],
  forgetInvited: ['ada@example.com'],
  findOpenInvitationTo: ['new@example.com', NOW],
  removeOldInvitations: [NOW],
  insertHandover: [like('handovers', { id: 'handover9', token_hash: 'token9' })],
  findOpenHandover: ['token1', NOW],
  findHandoverOf: ['session1', 'handover1', NOW],
  findHandoverByClaim: ['claim2', NOW],
  updateHandover: ['handover1', { state: 'refused' }],
  listPeople: [people, { sort: 'bytes', order: 'desc' }, { limit: 10, offset: 0 }],
  countPeople: [people],
  // rooms
  setNotifications: ['room1', 'user2', 'all'],
  findUnread: ['room1', 'user2'],
  listNotified: ['room1', 'user1'],
  listUnread: ['room1', ['user1', 'user2']],
  markOpened: ['room1', 'user2', NOW],
  listContentOfPurgedRooms: [10],
  logChange: [{ ...happening, members: 1, content: 1 }],
  logFormerChange: [happening, NOW],
  findActivity: ['room1', 'activity1'],
  removeOldActivity: ['room1', 1],
  listContentInOrder: [['content2', 'content1']],
  listNewestHeads: ['room1', 10],
  findContentPage: ['room1', contentFilter, window],
  searchContent: [
    'room1',
    { ...contentFilter, words: [{ word: 'mil', authors: ['bob@example.com'] }] },
    window,
  ],
  findHome: ['content1'],
  updateContent: ['content1', { content: 'oats', updated_at: NOW, version: 3 }],
  insertContent: [like('room_content', { id: 'content9', created_at: NOW }), ['a.txt']],
  insertMember: [
    like('room_members', {
      member_id: 'lonely',
      user_id: 'lonely',
      email: 'zoe@example.com',
      joined_at: NOW,
      role: 'member',
    }),
  ],
  dismissMembers: ['room1'],
  bringMembersBack: ['room2', (email: string) => `invited ${email}`],
  acceptInvitation: ['room1', { id: 'lonely', email: 'new@example.com' }, NOW],
  acceptInvitations: ['lonely', 'new@example.com', 10],
  findRoom: ['room1', 'user1'],
  listMembers: ['room1'],
  insertRoom: [like('rooms', { id: 'room9', share_token: 'share9' })],
  touchRoom: ['room1', { members: 1, content: 1 }],
  updateRoom: ['room1', { name: 'Hall' }],
  countRoomsOf: ['user2', { unopened: true }],
  purgeRooms: [{ deletedBefore: NOW }],
  removeEmptiedRooms: NOTHING,
  // devices
  findHolder: ['user1', 'token1'],
  insertSentClip: [like('sent_clips', { id: 'sent9' })],
  listSentClips: ['session1', 0, 10],
  seeSentClip: ['session1', 'sent1', NOW, 0],
  keepSubscription: [like('push_subscriptions', { session_id: 'session2' })],
  removeSubscriptions: [{ session_id: 'session1' }],
  queuePush: [{ userIds: ['user1'] }, { tag: 'room2', about: '[]' }, NOW, NOW],
  claimMessage: [message, NOW + 1],
  postponeMessage: [message, NOW + 1],
  markTold: [message, NOW + 1],
  dropMessage: [message],
  // texts
  addText: [{ holderId: 'user1', createdAt: NOW, thingId: 'clip9' }, 'Straße', ['ß.txt']],
  addTexts: [
    [{ key: { holderId: 'user1', createdAt: NOW, thingId: 'clip9' }, text: 'É', names: ['n'] }],
  ],
  changeText: [{ holderId: 'user1', createdAt: NOW - 1010, thingId: 'clip1' }, 'Neu'],
  changeNames: [{ holderId: 'user1', createdAt: NOW - 1010, thingId: 'clip1' }, ['b.txt']],
  insertVersion: ['clip_versions', like('clip_versions', { version: 9 })],
  updateVersion: ['clip_versions', { thing_id: 'clip1', version: 1 }, { chars: 9 }],
  isKeptFile: ['clip1', 'file1'],
  findTexts: [
    {
      holderId: 'user1',
      conditions: () => [],
      order: 'desc',
      limit: 10,
      offset: 0,
    },
  ],
  removeUnkeptFiles: ['clip1', []],
  removeVersions: ['clip_versions', 'clip1', [{ version: 1 }]],
  setLookAt: ['clip_versions', 'clip1', [{ version: 1 }], NOW],
  listDue: ['clip_versions', NOW, '', 10],
  moveVersion: ['clip_versions', { thing_id: 'clip1', version: 2 }, { version: 3, at: NOW }],
  // trash
  listTrash: [kinds, trashOf, { limit: 10, offset: 0 }],
  sumTrash: ['clip', trashOf],
  listDetails: ['clip', ['clip3']],
  listRemovable: ['clip', trashOf, { limit: 10 }],
};

interface Found {
  /** It reads much, and is ended by a reader of SQLite when it takes too long. */
  readonly isLong: boolean;
  /** With its file where another one has the same name. */
  readonly name: string;
  readonly query: Query;
  readonly parameters: readonly string[];
}

async function queriesOf(file: string): Promise<Found[]> {
  const exported = (await import(path.join(import.meta.dirname, file))) as Record<string, unknown>;
  return Object.entries(exported).flatMap(([name, query]) => {
    const parameters = typeof query === 'function' ? parametersOf(query) : [];
    if (!['db', 'tx', 'scans'].includes(parameters[0] ?? '')) return [];
    const long = `${path.basename(file, '.queries.ts')} ${name}`;
    return {
      name: Object.hasOwn(examples, long) ? long : name,
      query: query as Query,
      parameters: parameters.slice(1),
      isLong: parameters[0] === 'scans',
    };
  });
}

const queries = (
  await Promise.all(
    globSync('!(commands)/**/*.queries.ts', { cwd: import.meta.dirname }).map(queriesOf),
  )
).flat();

/** Such as `db`, `limit`, `{ id, email }`; those that have a value by themselves are left out. */
function parametersOf(query: object): string[] {
  const text = Function.prototype.toString.call(query);
  const from = text.indexOf('(') + 1;
  const found = [''];
  let depth = 1;
  for (const character of text.slice(from)) {
    depth += Number('([{'.includes(character)) - Number(')]}'.includes(character));
    if (depth === 0) break;
    if (character === ',' && depth === 1) found.push('');
    else found[found.length - 1] += character;
  }
  return found.map((each) => each.trim()).filter((each) => each !== '' && !/^\w+ =/.test(each));
}

function argumentsOf({ name: query, parameters }: Found): readonly unknown[] {
  const example = examples[query];
  if (example !== undefined && example !== NOTHING) return example;
  const valueOf = (name: string): unknown => {
    if (name.startsWith('{'))
      return Object.fromEntries(
        [...name.matchAll(/(\w+)(?=\s*[,:}])/g)].map(([, field = '']) => [field, valueOf(field)]),
      );
    if (!Object.hasOwn(values, name)) throw new Error(`${query} needs an example: ${name}`);
    return values[name];
  };
  return parameters.map(valueOf);
}

/** Without what engines tell in ways of their own, such as the number of a row. */
function plain(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(plain);
  if (result instanceof InsertResult) return Number(result.numInsertedOrUpdatedRows ?? 0);
  if (result instanceof UpdateResult) return Number(result.numUpdatedRows);
  if (result instanceof DeleteResult) return Number(result.numDeletedRows);
  if (typeof result === 'bigint') return Number(result);
  return result;
}

const isNothing = (result: unknown): boolean => {
  if (Array.isArray(result)) return result.every(isNothing);
  if (result instanceof Set || result instanceof Map) return result.size === 0;
  return (
    result === undefined || result === null || result === false || result === 0 || result === ''
  );
};

/** Those that a query makes, which are random. */
const withoutNewIds = (json: string) => json.replace(/"id":"[\w-]{22}"/, '"id":"new"');

async function contentOf(tx: Tx): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await tx.selectFrom(table).selectAll().execute();
    content[table] = rows
      .map((row) => withoutNewIds(JSON.stringify(row, Object.keys(row).toSorted())))
      .toSorted();
  }
  return content;
}

class Undo extends Error {}

/** Another value once anything was written. */
async function markOf({ engine }: Store, tx: Tx): Promise<unknown> {
  const mark = sql.raw(
    engine === 'sqlite' ? 'total_changes()' : 'pg_current_xact_id_if_assigned()',
  );
  return (await sql<{ mark: unknown }>`select ${mark} as mark`.execute(tx)).rows[0]?.mark;
}

/** What it returns and leaves of what was there before. */
async function run(store: Store, query: Found, before: Record<string, string[]>) {
  let seen: { result: unknown; changed: Record<string, string[]> } | undefined;
  await store.db
    .transaction()
    .execute(async (tx) => {
      const mark = await markOf(store, tx);
      const returned = query.query(tx, ...argumentsOf(query)) as object;
      // Others may finish it.
      const isBuilt = 'execute' in returned && typeof returned.execute === 'function';
      const result = plain(await (isBuilt ? (returned.execute as () => unknown)() : returned));
      const isWritten = (await markOf(store, tx)) !== mark;
      seen = { result, changed: isWritten ? await contentOf(tx) : before };
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return seen;
}

test('every example is of a query', () => {
  const names = new Set(queries.map(({ name }) => name));
  expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
});

onPostgres((environment) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-queries-'));
  let stores: readonly Store[];
  let before: Record<string, string[]>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    stores = [undefined, environment['DATABASE_URL']].map((DATABASE_URL) =>
      openStore({ DATABASE_URL, DATA_DIR: folder }, () => {}),
    );
    const contents = [];
    for (const { db } of stores) {
      await migrate(db, migrations);
      await fillWithSample(db);
      contents.push(await db.transaction().execute(contentOf));
    }
    before = contents[0] ?? {};
    expect(contents[1]).toEqual(before);
  });
  afterAll(async () => {
    vi.useRealTimers();
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true });
  });

  test.each<Found>(queries)('$name', async (query) => {
    const [sqlite, postgres] = [
      await run(stores[0]!, query, before),
      await run(stores[1]!, query, before),
    ];
    expect(sqlite).toEqual(postgres);
    const found = !isNothing(sqlite?.result);
    const isChanged = JSON.stringify(sqlite?.changed) !== JSON.stringify(before);
    expect(found || isChanged ? 'found' : 'nothing').toBe(
      examples[query.name] === NOTHING ? 'nothing' : 'found',
    );
  });

  test.each(queries.filter(({ isLong }) => isLong))('$name has an end', async (query) => {
    // As if it had taken all the time that it has.
    const readers = openScans(stores[0]?.sqliteFile ?? '', -1);
    const reading = query.query(readers, ...argumentsOf(query));
    await expect(reading).rejects.toBeInstanceOf(ReadTooLong);
    await readers.destroy();
  });
});
