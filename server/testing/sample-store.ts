import type { Insertable } from 'kysely';
import type { Db } from '../src/core/db/database.ts';
import type { Schema } from '../src/core/db/schema.ts';
import { hashToken } from '../src/core/ids.ts';

/** The moment at which the sample is looked at. */
export const NOW = 1_700_000_000_000;
const [PAST, SOON] = [NOW - 1000, NOW + 1000];

const rowsOf = <Row>(common: Partial<Row>, ...rows: Partial<Row>[]): Row[] =>
  rows.map((row) => ({ ...common, ...row }) as Row);

type Rows = { readonly [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] };

const text = { media_type: 'text/plain', is_unseen: 0, preview_turns: 0 };
const picture = { media_type: 'image/png', preview_turns: 4 };

/** A few rows of each table, in the order in which they refer to each other. */
export const sample = {
  users: rowsOf<Insertable<Schema['users']>>(
    { name: 'Ada', password_hash: 'hash', created_at: PAST, new_clips_open: 1, is_admin: 0 },
    { id: 'user1', email: 'ada@example.com', language: 'de', trial_ends_at: SOON, storage_mb: 50 },
    { id: 'user2', email: 'bob@example.com', name: 'Bob', is_admin: 1 },
    { id: 'user3', email: 'eve@example.com', disabled_at: PAST },
    { id: 'lonely', email: 'zoe@example.com' },
  ),
  registrations: rowsOf<Insertable<Schema['registrations']>>(
    { email: 'new@example.com', name: 'N', created_at: PAST, expires_at: SOON, is_mailed: 0 },
    { id: 'registration1', token_hash: 'token1', password_hash: 'hash', is_mailed: 1 },
    { id: 'registration2', token_hash: 'token2', password_hash: 'other', is_mailed: 1 },
    { id: 'registration3', token_hash: null, password_hash: 'hash' },
    { id: 'registration4', token_hash: null, password_hash: 'third', created_at: PAST - 1 },
  ),
  sessions: rowsOf<Insertable<Schema['sessions']>>(
    { user_id: 'user1', user_agent: 'Firefox', created_at: PAST, last_used_at: PAST },
    { id: 'session1', idle_ends_at: SOON, ends_at: SOON },
    { id: 'session2', idle_ends_at: SOON, ends_at: SOON },
    { id: 'session3', idle_ends_at: PAST, ends_at: SOON },
  ),
  access_tokens: rowsOf<Insertable<Schema['access_tokens']>>(
    { session_id: 'session1', expires_at: SOON, first_used_at: null },
    { token_hash: 'access1' },
  ),
  refresh_tokens: rowsOf<Insertable<Schema['refresh_tokens']>>(
    { session_id: 'session1', created_at: PAST },
    { token_hash: 'refresh1' },
    { token_hash: 'refresh0', rotated_at: PAST, traded_at_place: 'here' },
  ),
  password_resets: [
    { token_hash: 'token1', user_id: 'user1', created_at: PAST, expires_at: SOON },
    { token_hash: 'token2', user_id: 'user1', created_at: PAST, expires_at: PAST },
  ],
  api_tokens: rowsOf<Insertable<Schema['api_tokens']>>(
    { user_id: 'user1', name: 'script', scopes: '["clips:read"]', start: 'abc', created_at: PAST },
    { id: 'token1', token_hash: 'token1', expires_at: null, device_at: PAST },
    { id: 'token2', token_hash: 'token2', expires_at: PAST },
  ),
  device_requests: rowsOf<Insertable<Schema['device_requests']>>(
    { name: 'cli', scopes: '[]', network: 'net', created_at: PAST, is_allowed: 0 },
    { device_hash: 'device1', user_code: 'CODE', expires_at: SOON },
    { device_hash: 'device2', user_code: 'GONE', expires_at: PAST },
  ),
  passkeys: rowsOf<Insertable<Schema['passkeys']>>(
    {
      user_id: 'user1',
      rp_id: 'clips.example',
      public_key: 'key',
      transports: '',
      name: 'Phone',
      is_synced: 1,
      created_at: PAST,
    },
    { id: 'passkey1', credential_id: 'credential1', counter: 3 },
    { id: 'passkey2', credential_id: 'credential2', counter: 0, rp_id: 'old.example' },
  ),
  authenticators: rowsOf<Insertable<Schema['authenticators']>>(
    { user_id: 'user1', secret: 'sealed', added_at: PAST, last_step: 7 },
    {},
  ),
  recovery_codes: [
    { user_id: 'user1', code_hash: 'code1' },
    { user_id: 'user1', code_hash: 'code2' },
  ],
  sign_in_steps: rowsOf<Insertable<Schema['sign_in_steps']>>(
    { user_id: 'user1', by: 'password', about: '', password_mark: 'mark' },
    { token_hash: 'token1', expires_at: SOON },
    { token_hash: 'token2', expires_at: PAST },
  ),
  billing_accounts: rowsOf<Insertable<Schema['billing_accounts']>>(
    { checkout_number: 1 },
    { user_id: 'user1', customer_id: 'customer1', due_at: PAST },
    { user_id: 'user2', customer_id: 'customer2' },
  ),
  subscriptions: rowsOf<Insertable<Schema['subscriptions']>>(
    { status: 'active', plan: 'pro', billing_interval: 'monthly', reading: 1, read_at: PAST },
    { id: 'subscription1', user_id: 'user1', started_at: PAST },
    { id: 'subscription2', user_id: 'user1', started_at: PAST - 1 },
  ),
  stripe_events: [{ id: 'event1', received_at: PAST }],
  clips: rowsOf<Insertable<Schema['clips']>>(
    {
      user_id: 'user1',
      is_favorite: 0,
      file_count: 0,
      saved_at: PAST,
      updated_at: PAST,
      version: 2,
      content_version: 1,
      awaited_files: 0,
      address_open: 1,
      content: 'Grüße',
    },
    { id: 'clip1', created_at: PAST - 10, file_count: 1, via: '{"name":"script"}' },
    { id: 'clip2', created_at: PAST - 20, is_favorite: 1, content: 'second' },
    { id: 'clip3', created_at: PAST - 30, deleted_at: PAST },
    { id: 'clip4', created_at: PAST - 40, saved_at: null, content: '' },
    { id: 'clip5', created_at: PAST - 50, awaited_files: 2, capture_id: 'capture1' },
    { id: 'clip6', created_at: PAST - 60, burns_at: PAST },
    { id: 'clip7', created_at: PAST - 70, user_id: 'user2' },
  ),
  newest_clips: [{ user_id: 'user1', last_at: PAST }],
  tags: rowsOf<Insertable<Schema['tags']>>(
    { user_id: 'user1', color: 'red' },
    { id: 'tag1', name: 'Work', name_key: 'work' },
    { id: 'tag2', name: 'Home', name_key: 'home' },
  ),
  clip_tags: [
    { clip_id: 'clip1', tag_id: 'tag1', listed: 1 },
    { clip_id: 'clip2', tag_id: 'tag1', listed: 1 },
    { clip_id: 'clip2', tag_id: 'tag2', listed: 1 },
  ],
  bulk_lots: rowsOf<Insertable<Schema['bulk_lots']>>(
    { user_id: 'user1', action: 'delete', created_at: PAST, clip_ids: '["clip3"]' },
    { id: 'bulk1', lot: 0 },
  ),
  desktops: rowsOf<Insertable<Schema['desktops']>>(
    { is_shared: 0, item_count: 1, byte_count: 4, text_byte_count: 4, version: 1, used_at: PAST },
    {
      id: 'desktop1',
      user_id: 'user1',
      share_token: 'share1',
      network_id: 'network1',
      created_at: PAST,
      updated_at: PAST,
    },
    {
      id: 'desktop2',
      browser_hash: 'browser1',
      share_token: 'share2',
      network_id: 'network2',
      created_at: PAST,
      updated_at: PAST,
    },
    {
      id: 'desktop3',
      share_token: 'share3',
      network_id: 'network3',
      created_at: PAST,
      updated_at: PAST,
      paired_at: PAST,
    },
  ),
  desktop_items: rowsOf<Insertable<Schema['desktop_items']>>(
    {
      desktop_id: 'desktop1',
      type: 'text',
      position: '{"x":1,"y":2}',
      size: '{"width":3,"height":4}',
      bytes: 4,
      version: 1,
      created_at: PAST,
      content: 'text',
    },
    { id: 'item1', desktop_version: 2 },
    { id: 'item2', desktop_version: 3, type: 'file', content: '' },
    { id: 'item3', desktop_version: 4, deleted_at: PAST },
    { id: 'item4', desktop_version: 4, deleted_at: PAST, desktop_id: 'desktop2' },
    { id: 'item5', desktop_version: 5, deleted_at: PAST, type: 'file', content: '' },
  ),
  rooms: rowsOf<Insertable<Schema['rooms']>>(
    { owner_id: 'user1', name: 'Kitchen', is_private: 1, member_count: 2, content_count: 2 },
    { id: 'room1', share_token: 'share1', created_at: PAST, updated_at: PAST },
    { id: 'room2', share_token: 'share2', created_at: PAST, updated_at: PAST, deleted_at: PAST },
    {
      id: 'room3',
      share_token: 'share3',
      created_at: PAST,
      updated_at: PAST,
      deleted_at: PAST,
      purged_at: PAST,
    },
  ),
  room_members: rowsOf<Insertable<Schema['room_members']>>(
    { role: 'member', email: 'ada@example.com', joined_at: PAST, notifications: 'badge' },
    {
      room_id: 'room1',
      member_id: 'user1',
      user_id: 'user1',
      role: 'owner',
      opened_at: PAST,
      joined_at: PAST + 1,
    },
    {
      room_id: 'room1',
      member_id: 'user2',
      user_id: 'user2',
      email: 'bob@example.com',
      joined_at: PAST + 2,
      notifications: 'all',
    },
    {
      room_id: 'room1',
      member_id: 'invited1',
      user_id: null,
      email: 'new@example.com',
      joined_at: PAST + 3,
    },
  ),
  former_members: rowsOf<Insertable<Schema['former_members']>>(
    { joined_at: PAST, role: 'member' },
    {
      room_id: 'room2',
      member_id: 'user2',
      user_id: 'user2',
      email: 'bob@example.com',
      joined_at: PAST + 4,
    },
    {
      room_id: 'room2',
      member_id: 'invited1',
      user_id: null,
      email: 'new@example.com',
      joined_at: PAST + 5,
    },
  ),
  room_content: rowsOf<Insertable<Schema['room_content']>>(
    {
      room_id: 'room1',
      user_id: 'user1',
      author_email: 'ada@example.com',
      type: 'text',
      version: 2,
      updated_at: PAST,
      content: 'milk',
    },
    { id: 'content1', created_at: PAST - 10 },
    { id: 'content2', created_at: PAST - 20, type: 'file', content: '' },
    { id: 'content3', created_at: PAST - 30, deleted_at: PAST, deleted_by: 'user1' },
    { id: 'content4', created_at: PAST - 40, room_id: 'room3' },
    { id: 'content5', created_at: PAST - 50, user_id: 'user2', author_email: 'bob@example.com' },
  ),
  room_activity: rowsOf<Insertable<Schema['room_activity']>>(
    { room_id: 'room1', type: 'content-added', details: '{}', user_id: 'user1' },
    { id: 'activity1', created_at: PAST - 2, content_id: 'content1' },
    { id: 'activity2', created_at: PAST - 1 },
    { id: 'activity3', created_at: PAST, user_id: 'user2' },
  ),
  blobs: rowsOf<Insertable<Schema['blobs']>>(
    { size: 3, created_at: PAST },
    { id: 'blob1', sha256: 'sum1' },
    { id: 'blob2', sha256: 'sum2' },
    { id: 'blob3', sha256: 'sum3' },
  ),
  files: rowsOf<Insertable<Schema['files']>>(
    { blob_id: 'blob1', name: 'a.txt', size: 3, created_at: PAST, ...text },
    { id: 'file1', holder_kind: 'clip', holder_id: 'clip1' },
    { id: 'file2', holder_kind: 'version', holder_id: 'clip1' },
    { id: 'file3', holder_kind: 'room', holder_id: 'content2' },
    { id: 'file4', holder_kind: 'desktop', holder_id: 'item2' },
    { id: 'file5', holder_kind: 'clip', holder_id: 'clip3' },
    { id: 'file6', holder_kind: 'desktop', holder_id: 'item5' },
    { id: 'file7', holder_kind: 'clip', holder_id: 'clip4', blob_id: 'blob3', ...picture },
    { id: 'file10', holder_kind: 'sealed', holder_id: 'link6' },
    { id: 'file8', holder_kind: 'clip', holder_id: 'clip4', is_unseen: 1, ...picture },
  ),
  previews: [{ blob_id: 'blob1', object_key: 'object1', width: 3, height: 2, size: 30 }],
  lan_peers: rowsOf<Insertable<Schema['lan_peers']>>(
    { network_key: 'net', presence: '{"name":"Desk","owner":"user user1","peerId":"peer1"}' },
    { peer_id: 'peer1', session_id: 'socket1', desktop_id: 'desktop1', seen_at: PAST },
    { peer_id: 'peer2', session_id: 'socket2', seen_at: PAST },
    { peer_id: 'peer3', session_id: 'socket3', seen_at: 1 },
  ),
  lan_guests: rowsOf<Insertable<Schema['lan_guests']>>(
    { host_id: 'peer1', presence: '{"name":"Phone"}', link_id: 'lan1' },
    { guest_id: 'peer2', standing: 'connected' },
    { guest_id: 'peer3', standing: 'dropped', link_id: 'lan2' },
  ),
  links: rowsOf<Insertable<Schema['links']>>(
    {
      user_id: 'user1',
      kind: 'clip',
      generation: 1,
      epoch: 1,
      access: 'read',
      views: 1,
      burn: 0,
      notify: 0,
    },
    {
      id: 'link1',
      clip_id: 'clip1',
      token_hash: 'token1',
      created_at: PAST - 3,
      last_opened_at: PAST,
      max_views: 3,
      closes_at: PAST,
    },
    { id: 'link2', clip_id: 'clip1', token_hash: 'token2', created_at: PAST - 2 },
    { id: 'link3', kind: 'inbox', access: 'drop', token_hash: 'token3', created_at: PAST - 1 },
    { id: 'link4', token_hash: 'token4', created_at: PAST, revoked_at: PAST, clip_id: 'clip1' },
    { id: 'link5', token_hash: 'token5', created_at: PAST, expires_at: PAST, clip_id: 'clip1' },
    { id: 'link6', kind: 'sealed', token_hash: 'token6', created_at: PAST, expires_at: SOON },
  ),
  link_grants: [
    { grant_hash: hashToken('grant1'), link_id: 'link1', epoch: 1, ends_at: SOON },
    { grant_hash: 'grant2', link_id: 'link1', epoch: 1, ends_at: PAST },
  ],
  link_openings: rowsOf<Insertable<Schema['link_openings']>>(
    { link_id: 'link1', browser: 'Firefox', at: PAST },
    { id: 'opening1', number: 1 },
    { id: 'opening2', number: 2 },
  ),
  clip_versions: rowsOf<Insertable<Schema['clip_versions']>>(
    { thing_id: 'clip1', by_kind: 'you', by_id: 'user1', chars: 3, bytes: 3, packed: 'AAAA' },
    {
      version: 1,
      saved_at: PAST - 2,
      burst_at: PAST - 2,
      ended_at: PAST - 1,
      look_at: PAST,
      is_last_own: 0,
      files: '[{"id":"file1"}]',
    },
    {
      version: 2,
      saved_at: PAST - 1,
      burst_at: PAST - 1,
      is_last_own: 1,
      files: '[{"id":"file1"}]',
    },
  ),
  content_versions: rowsOf<Insertable<Schema['content_versions']>>(
    { thing_id: 'content1', by_kind: 'you', by_id: 'user1', chars: 3, bytes: 3, packed: 'AAAA' },
    {
      version: 1,
      saved_at: PAST - 2,
      burst_at: PAST - 2,
      ended_at: PAST - 1,
      look_at: PAST,
      is_last_own: 0,
      files: '[]',
    },
    { version: 2, saved_at: PAST - 1, burst_at: PAST - 1, is_last_own: 1, files: '[]' },
  ),
  search_texts: rowsOf<Insertable<Schema['search_texts']>>(
    { holder_id: 'user1', names: '' },
    { thing_id: 'clip1', created_at: PAST - 10, text: 'grüße', names: 'a.txt' },
    { thing_id: 'clip2', created_at: PAST - 20, text: 'second' },
    { thing_id: 'content1', created_at: PAST - 10, holder_id: 'room1', text: 'milk' },
  ),
  imports: rowsOf<Insertable<Schema['imports']>>(
    { user_id: 'user1', kind: 'clip' },
    { origin_id: 'origin1', thing_id: 'clip1' },
  ),
  mails: rowsOf<Insertable<Schema['mails']>>(
    { kind: 'note', recipient: 'ada@example.com', created_at: PAST, next_attempt_at: PAST },
    { id: 'mail1', user_id: 'user1', attempts: 0 },
  ),
  once: rowsOf<Insertable<Schema['once']>>(
    { user_id: 'user1', fingerprint: 'print', reply: '{}' },
    { key: 'key1', forget_at: SOON },
    { key: 'key2', forget_at: PAST },
    { key: 'key3', clip_id: 'clip5' },
    { key: 'key4' },
    { key: 'desktop3 key5', user_id: null },
  ),
  uploads: rowsOf<Insertable<Schema['uploads']>>(
    {
      name: 'film.mp4',
      size: 16,
      media_type: '',
      place_kind: 'clip',
      place_id: 'clip1',
      owner_id: 'user1',
      caller: 'user user1',
      store_token: '',
      received: 8,
      created_at: PAST,
    },
    { id: 'upload1', expires_at: SOON },
    { id: 'upload2', expires_at: PAST, owner_id: null, place_kind: 'desktop', place_id: null },
  ),
  upload_parts: [{ upload_id: 'upload1', number: 0, sha256: 'AAAA', tag: '' }],
  settings: [
    { name: 'registration', value: 'invited' },
    { name: 'second step from', value: String(SOON) },
  ],
  one_time_codes: rowsOf<Insertable<Schema['one_time_codes']>>(
    { kind: 'setup', about: 'node', expires_at: SOON },
    { code_hash: 'code1' },
    { code_hash: 'code2', expires_at: PAST },
    { code_hash: 'code3', kind: 'sign-on begun', browser_hash: 'browser1' },
    { code_hash: 'code4', kind: 'sign-on begun', browser_hash: 'browser1', expires_at: PAST },
  ),
  identities: [
    { issuer: 'https://id.example.com', sub: 'ada', user_id: 'user1', created_at: PAST },
  ],
  invitations: rowsOf<Insertable<Schema['invitations']>>(
    { created_by: 'user2', created_at: PAST, expires_at: SOON },
    { id: 'invitation1', token_hash: 'token1', email: 'new@example.com' },
    { id: 'invitation2', token_hash: 'token2', used_at: PAST, used_email: 'ada@example.com' },
    { id: 'invitation3', token_hash: 'token3', expires_at: PAST },
  ),
  handovers: rowsOf<Insertable<Schema['handovers']>>(
    { user_id: 'user1', session_id: 'session1', state: 'open', expires_at: SOON },
    { id: 'handover1', token_hash: 'token1' },
    { id: 'handover2', token_hash: 'token2', claim_hash: 'claim2', state: 'claimed', code: '07' },
    { id: 'handover3', token_hash: 'token3', expires_at: PAST },
  ),
  pairings: rowsOf<Insertable<Schema['pairings']>>(
    { opener_hash: 'opener', network_hash: 'net', opened_by: 'Firefox', expires_at: SOON },
    { id: 'pairing1', token_hash: 'token1', code_hash: 'code1', state: 'open' },
    { id: 'pairing2', token_hash: 'token2', claim_hash: 'claim2', state: 'joined', digits: '07' },
    { id: 'pairing3', token_hash: 'token3', state: 'allowed', desktop_id: 'desktop3' },
    { id: 'pairing4', token_hash: 'token4', state: 'open', expires_at: PAST },
  ),
  admin_log: rowsOf<Insertable<Schema['admin_log']>>(
    { admin_id: 'user2', action: 'user.disable', target: 'eve@example.com' },
    { id: 'entry1', at: PAST - 1 },
    { id: 'entry2', at: PAST },
  ),
  sent_clips: rowsOf<Insertable<Schema['sent_clips']>>(
    { from_id: 'session2', from_name: 'Phone', clip_id: 'clip1', created_at: PAST },
    { id: 'sent1', session_id: 'session1' },
    { id: 'sent2', token_id: 'token1' },
  ),
  push_subscriptions: [
    { session_id: 'session1', endpoint: 'https://push.example.com/1', p256dh: 'key', auth: 'a' },
  ],
  push_messages: rowsOf<Insertable<Schema['push_messages']>>(
    { session_id: 'session1', created_at: PAST, next_attempt_at: PAST },
    { tag: 'room1', about: '{}' },
    { tag: 'room2', about: null },
  ),
  channel_endings: [{ id: 'ending1', endings: '[]', created_at: PAST }],
} satisfies Rows;

export type SampleTable = keyof typeof sample;
export const tables = Object.keys(sample) as SampleTable[];

export async function fillWithSample(db: Db): Promise<void> {
  for (const table of tables) await db.insertInto(table).values(sample[table]).execute();
}

/** The first row of a table under other keys. */
export const like = <Table extends SampleTable>(
  table: Table,
  changes: Partial<Insertable<Schema[Table]>>,
): Insertable<Schema[Table]> => ({ ...(sample[table][0] as object), ...changes }) as never;
