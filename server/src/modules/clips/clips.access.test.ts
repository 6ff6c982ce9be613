import { expect, test } from 'vitest';
import { type ClipAction, refusal, sharingRefusal } from './clips.access.ts';

const none = undefined;
const draft = { user_id: 'owner', saved_at: null, deleted_at: null, awaited_files: 0 };
const saved = { user_id: 'owner', saved_at: 1, deleted_at: null, awaited_files: 0 };
const incomplete = { ...saved, awaited_files: 1 };
const deleted = { user_id: 'owner', saved_at: 1, deleted_at: 2, awaited_files: 0 };
const yes = undefined;
const hidden = 'CLIP_NOT_FOUND';
const refused = 'NOT_CLIP_OWNER';

const table: [
  string,
  Parameters<typeof refusal>[0],
  ClipAction,
  Record<'owner' | 'other' | 'signedOut', string | undefined>,
][] = [
  ['no clip', none, 'read', { owner: hidden, other: hidden, signedOut: hidden }],
  ['no clip', none, 'edit', { owner: hidden, other: hidden, signedOut: hidden }],
  ['no clip', none, 'restore', { owner: hidden, other: hidden, signedOut: hidden }],
  ['a draft', draft, 'read', { owner: yes, other: hidden, signedOut: hidden }],
  ['a draft', draft, 'edit', { owner: yes, other: hidden, signedOut: hidden }],
  ['a draft', draft, 'restore', { owner: yes, other: hidden, signedOut: hidden }],
  ['a saved clip', saved, 'read', { owner: yes, other: yes, signedOut: yes }],
  ['a saved clip', saved, 'edit', { owner: yes, other: refused, signedOut: refused }],
  ['a saved clip', saved, 'restore', { owner: yes, other: hidden, signedOut: hidden }],
  ['an incomplete clip', incomplete, 'read', { owner: yes, other: hidden, signedOut: hidden }],
  ['an incomplete clip', incomplete, 'edit', { owner: yes, other: hidden, signedOut: hidden }],
  ['a deleted clip', deleted, 'read', { owner: hidden, other: hidden, signedOut: hidden }],
  ['a deleted clip', deleted, 'edit', { owner: hidden, other: hidden, signedOut: hidden }],
  ['a draft', draft, 'seeVersions', { owner: yes, other: hidden, signedOut: hidden }],
  ['a saved clip', saved, 'seeVersions', { owner: yes, other: hidden, signedOut: hidden }],
  ['a deleted clip', deleted, 'seeVersions', { owner: hidden, other: hidden, signedOut: hidden }],
  ['a deleted clip', deleted, 'restore', { owner: yes, other: hidden, signedOut: hidden }],
];

test.each(table)('%s, to %s %s', (_, clip, action, { owner, other, signedOut }) => {
  expect(refusal(clip, 'owner', action)).toBe(owner);
  expect(refusal(clip, 'other', action)).toBe(other);
  expect(refusal(clip, null, action)).toBe(signedOut);
});

test.each([
  ['trial', yes],
  ['basic', 'OWNER_CANNOT_SHARE'],
  ['pro', yes],
  ['advanced', yes],
  [null, yes],
] as const)('a clip of an owner on %s, read by others', (plan, expected) => {
  expect(sharingRefusal(saved, 'owner', plan)).toBe(yes);
  expect(sharingRefusal(saved, 'other', plan)).toBe(expected);
  expect(sharingRefusal(saved, null, plan)).toBe(expected);
});
