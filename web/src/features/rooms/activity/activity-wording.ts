import type { Activity } from '@clipline/contract/schemas/rooms.ts';
import { m } from '../../../paraglide/messages.js';

function detailsOf(entry: Pick<Activity, 'details'>): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(entry.details);
    return typeof details === 'object' && details !== null
      ? (details as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What a person did, as the end of a sentence that begins with their name. */
export function activityWording(entry: {
  readonly type: string;
  readonly details: string;
}): string {
  const details = detailsOf(entry);
  const email = text(details['memberEmail']);
  const name = text(details['fileName']);
  switch (entry.type as Activity['type']) {
    case 'member_join':
      return m.rooms_did_join();
    case 'member_joined_by_token':
      return m.rooms_did_join_by_link();
    case 'member_removed':
      return email ? m.rooms_did_remove_member({ email }) : m.rooms_did_remove_a_member();
    case 'member_left':
      return m.rooms_did_leave();
    case 'content_add':
      return additionWording(details['contentType']);
    case 'content_edited':
      return m.rooms_did_edit_content();
    case 'content_deleted':
      return m.rooms_did_delete_content();
    case 'file_uploaded':
      return name ? m.rooms_did_upload({ name }) : m.rooms_did_upload_a_file();
    case 'room_updated':
      return settingsWording(text(details['name']), details['isPrivate']);
    case 'room_deleted':
      return m.rooms_did_delete();
    case 'room_restored':
      return m.rooms_did_restore();
    case 'member_added':
      return email ? m.rooms_did_add_member({ email }) : m.rooms_did_add_a_member();
    default:
      return m.rooms_did_something();
  }
}

function additionWording(contentType: unknown): string {
  if (contentType === 'text') return m.rooms_did_add_text();
  return contentType === 'file' ? m.rooms_did_add_file() : m.rooms_did_add_content();
}

function settingsWording(name: string | undefined, isPrivate: unknown): string {
  if (isPrivate === true)
    return name ? m.rooms_did_rename_and_make_private({ name }) : m.rooms_did_make_private();
  if (isPrivate === false)
    return name ? m.rooms_did_rename_and_make_public({ name }) : m.rooms_did_make_public();
  return name ? m.rooms_did_rename({ name }) : m.rooms_did_update();
}
