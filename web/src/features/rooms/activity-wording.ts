import type { Activity } from '@clipline/contract/rooms.ts';

function detailsOf(entry: Pick<Activity, 'details'>): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(entry.details);
    return typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What somebody did, as the end of a sentence that begins with their name. */
export function activityWording(entry: { readonly type: string; readonly details: string }): string {
  const details = detailsOf(entry);
  const email = text(details['memberEmail']);
  switch (entry.type as Activity['type']) {
    case 'member_join':
      return 'joined the room';
    case 'member_joined_by_token':
      return 'joined the room by link';
    case 'member_removed':
      return `removed ${email ?? 'a member'} from the room`;
    case 'member_left':
      return 'left the room';
    case 'content_add':
      return `added ${text(details['contentType']) ?? 'new'} content`;
    case 'content_edited':
      return 'edited content';
    case 'content_deleted':
      return 'deleted content';
    case 'file_uploaded':
      return `uploaded ${text(details['fileName']) ?? 'a file'}`;
    case 'room_updated':
      return settingsWording(details);
    case 'room_deleted':
      return 'deleted the room';
    case 'member_added':
      return `added ${email ?? 'a member'} to the room`;
    default:
      return 'performed an action';
  }
}

function settingsWording(details: Record<string, unknown>): string {
  const name = text(details['name']);
  const isPrivate = details['isPrivate'];
  const parts = [
    name && `renamed the room to “${name}”`,
    typeof isPrivate === 'boolean' && `made the room ${isPrivate ? 'private' : 'public'}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : 'updated the room';
}
