import { activityType } from '@clipline/contract/schemas/rooms.ts';
import { expect, test } from 'vitest';
import { activityWording } from './activity-tab.tsx';

const told = (type: string, details: unknown = {}) =>
  activityWording({ type, details: JSON.stringify(details) });

test.each([
  ['member_join', {}, 'joined the room'],
  ['member_joined_by_token', {}, 'joined the room by link'],
  ['member_removed', { memberEmail: 'a@b.c' }, 'removed a@b.c from the room'],
  ['member_removed', {}, 'removed a member from the room'],
  ['member_left', {}, 'left the room'],
  ['content_add', { contentType: 'text' }, 'added text content'],
  ['content_edited', {}, 'edited content'],
  ['content_deleted', {}, 'deleted content'],
  ['file_uploaded', { fileName: 'plan.pdf' }, 'uploaded plan.pdf'],
  ['room_updated', { name: 'New' }, 'renamed the room to “New”'],
  ['room_updated', { isPrivate: true }, 'made the room private'],
  [
    'room_updated',
    { name: 'New', isPrivate: false },
    'renamed the room to “New” and made the room public',
  ],
  ['room_updated', {}, 'updated the room'],
  ['room_deleted', {}, 'deleted the room'],
  ['room_restored', {}, 'brought the room back'],
  ['member_added', { memberEmail: 'a@b.c' }, 'added a@b.c to the room'],
  ['something_of_tomorrow', { name: 'x' }, 'performed an action'],
])('%s %j', (type, details, wording) => expect(told(type, details)).toBe(wording));

test('every type of the contract has words of its own, whatever its details', () => {
  for (const type of activityType.options)
    for (const details of ['', 'null', '[]', '"text"', '{"memberEmail":5,"fileName":null}'])
      expect(activityWording({ type, details })).not.toBe('performed an action');
});
