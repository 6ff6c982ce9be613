import { expect, test } from 'vitest';
import {
  type ClipAction,
  type ClipGrant,
  person,
  planRefusalOf,
  refusalOf,
} from './clips.access.ts';

const none = undefined;
const open = { address_open: 1, burns_at: null };
const draft = { user_id: 'owner', saved_at: null, deleted_at: null, awaited_files: 0, ...open };
const saved = { user_id: 'owner', saved_at: 1, deleted_at: null, awaited_files: 0, ...open };
const incomplete = { ...saved, awaited_files: 1 };
const closed = { ...saved, address_open: 0 };
const burning = { ...saved, burns_at: 5 };
const deleted = { user_id: 'owner', saved_at: 1, deleted_at: 2, awaited_files: 0, ...open };
const yes = null;
const hidden = 'CLIP_NOT_FOUND';
const refused = 'NOT_CLIP_OWNER';

const readOnly = 'LINK_READ_ONLY';
const ownersOnly = 'NOT_WITH_LINK';
const grant = (access: ClipGrant['access']): ClipGrant => ({
  linkId: 'link',
  access,
  label: null,
  reader: 'link.link.1',
  endsAt: Infinity,
});
const viewers = {
  owner: person('owner'),
  other: person('other'),
  signedOut: person(null),
  reader: { id: null, grant: grant('read') },
  editor: { id: 'other', grant: grant('edit') },
};
type Expected = Record<'owner' | 'other' | 'reader' | 'editor', string | null>;
const noOne: Expected = { owner: hidden, other: hidden, reader: hidden, editor: hidden };
const onlyOwner: Expected = { ...noOne, owner: yes };

/** Signed out is as signed in without anything to do with it. */
const table: [string, Parameters<typeof refusalOf>[0], ClipAction, Expected][] = [
  ['no clip', none, 'read', noOne],
  ['no clip', none, 'edit', noOne],
  ['no clip', none, 'manage', noOne],
  ['no clip', none, 'restore', noOne],
  ['a draft', draft, 'read', onlyOwner],
  ['a draft', draft, 'edit', onlyOwner],
  ['a draft', draft, 'manage', onlyOwner],
  ['a draft', draft, 'restore', onlyOwner],
  ['a saved clip', saved, 'read', { owner: yes, other: yes, reader: yes, editor: yes }],
  ['a saved clip', saved, 'edit', { owner: yes, other: refused, reader: readOnly, editor: yes }],
  [
    'a saved clip',
    saved,
    'manage',
    { owner: yes, other: refused, reader: ownersOnly, editor: ownersOnly },
  ],
  ['a saved clip', saved, 'restore', onlyOwner],
  ['a closed clip', closed, 'read', { owner: yes, other: hidden, reader: yes, editor: yes }],
  ['a closed clip', closed, 'edit', { owner: yes, other: hidden, reader: readOnly, editor: yes }],
  [
    'a closed clip',
    closed,
    'manage',
    { owner: yes, other: hidden, reader: ownersOnly, editor: ownersOnly },
  ],
  ['a burning clip', burning, 'read', { owner: yes, other: hidden, reader: yes, editor: yes }],
  ['an incomplete clip', incomplete, 'read', onlyOwner],
  ['an incomplete clip', incomplete, 'edit', onlyOwner],
  ['a deleted clip', deleted, 'read', noOne],
  ['a deleted clip', deleted, 'edit', noOne],
  ['a draft', draft, 'seeVersions', onlyOwner],
  ['a saved clip', saved, 'seeVersions', onlyOwner],
  ['a deleted clip', deleted, 'seeVersions', noOne],
  ['a deleted clip', deleted, 'restore', onlyOwner],
];

test.each(table)('%s, to %s %s', (_, clip, action, expected) => {
  const { owner, other, signedOut, reader, editor } = viewers;
  expect(refusalOf(clip, owner, action)).toBe(expected.owner);
  expect(refusalOf(clip, other, action)).toBe(expected.other);
  expect(refusalOf(clip, signedOut, action)).toBe(expected.other);
  expect(refusalOf(clip, reader, action)).toBe(expected.reader);
  expect(refusalOf(clip, editor, action)).toBe(expected.editor);
});

test('to delete for good is its owner’s, from the trash too', () => {
  const { owner, other, signedOut, reader, editor } = viewers;
  for (const clip of [draft, saved, deleted])
    expect(refusalOf(clip, owner, 'deleteForGood')).toBe(yes);
  for (const viewer of [other, signedOut, reader, editor])
    expect(refusalOf(deleted, viewer, 'deleteForGood')).toBe(hidden);
  expect(refusalOf(saved, other, 'deleteForGood')).toBe(refused);
  expect(refusalOf(saved, editor, 'deleteForGood')).toBe(ownersOnly);
});

test.each([
  ['trial', yes, yes],
  ['basic', 'OWNER_CANNOT_SHARE', 'OWNER_PLAN_ENDED'],
  ['pro', yes, yes],
  ['advanced', yes, yes],
  [null, yes, 'OWNER_PLAN_ENDED'],
] as const)('a clip of an owner on %s, read and edited by others', (plan, read, edit) => {
  expect(planRefusalOf('read', plan)).toBe(read);
  expect(planRefusalOf('edit', plan)).toBe(edit);
});
