import { failureText } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** Enough of a text to know it again. */
const excerpt = (text: string): string => {
  const line = text.trim().slice(0, 200).replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

const why = (error: unknown) => failureText(error, 'Please try again.');

/** Every toast of the rooms screens. */
export const say = {
  listFailed: (error: unknown) => toast.error('Failed to load rooms', why(error)),
  roomFailed: (error: unknown) => toast.error('Failed to load room', why(error)),
  activityFailed: (error: unknown) => toast.error('Failed to load activity', why(error)),

  roomCreated: (name: string, open: () => void) => toast.success('Room created', name, { action: { label: 'Open', onPress: open } }),
  roomCreateFailed: (error: unknown) => toast.error('Failed to create room', why(error)),
  roomDeleted: (name: string) => toast.success('Room deleted', name),
  roomDeleteFailed: (error: unknown) =>
    toast.error('Error deleting room', `Failed to delete room: ${failureText(error, 'Unknown error occurred')}`),
  roomUpdated: () => toast.success('Room updated'),
  roomUpdateFailed: (error: unknown) => toast.error('Failed to update room', why(error)),
  joined: (name: string) => toast.success('You joined the room', name),
  joinFailed: (error: unknown) => toast.error('Failed to join room', why(error)),
  left: (name: string) => toast.success('You left the room', name),
  leaveFailed: (error: unknown) => toast.error('Failed to leave room', why(error)),

  linkCopied: () => toast.success('Link copied'),
  linkCopyFailed: () => toast.error('Failed to copy', 'Please try copying the link manually.'),
  linkRenewed: () => toast.success('Link renewed', 'The old link no longer works.'),
  linkRenewFailed: (error: unknown) => toast.error('Failed to renew link', why(error)),

  contentAdded: () => toast.success('Content added'),
  contentAddFailed: (error: unknown) => toast.error('Failed to add content', why(error)),
  contentSaved: () => toast.success('Content updated'),
  contentSaveFailed: (error: unknown) => toast.error('Failed to update content', why(error)),
  contentDeleted: (what: string, undo?: () => void) =>
    toast.success('Content deleted', excerpt(what) || undefined, undo && { action: { label: 'Undo', onPress: undo } }),
  contentDeleteFailed: (error: unknown) => toast.error('Failed to delete content', why(error)),
  contentRestored: () => toast.success('Content restored'),
  contentRestoreFailed: (error: unknown) => toast.error('Failed to restore content', why(error)),
  textKept: (goOn: () => void) =>
    toast.success('Your text is kept', 'It is not saved yet.', { action: { label: 'Continue', onPress: goOn } }),
  tookTheirs: (undo: () => void) =>
    toast.success('Now showing the other version', 'Your text is one press away.', { action: { label: 'Undo', onPress: undo } }),

  fileTooLarge: (name: string) => toast.error('File too large', `${name} exceeds the 10MB limit. Please choose a smaller file.`),
  filesUploaded: (names: readonly string[]) => toast.success('File uploaded', names.length === 1 ? names[0] : `${names.length} files`),
  uploadFailed: (names: readonly string[], error: unknown) => toast.error('Failed to upload file', `${names.join(', ')}: ${why(error)}`),

  copied: () => toast.success('Copied'),
  copyFailed: () => toast.error('Failed to copy text', 'Please select the text and copy it by hand.'),
  downloadStarted: (name: string) => toast.success('Download started', name),
  noFileUrl: () => toast.error('No file URL available'),
  downloadFailed: () => toast.error('Failed to download file', 'Please try again.'),

  memberInvited: (email: string) => toast.success('Member invited', email),
  memberAddFailed: (error: unknown) => toast.error('Failed to add member', why(error)),
  memberRemoved: (email: string, undo: () => void) => toast.success('Member removed', email, { action: { label: 'Undo', onPress: undo } }),
  memberRemoveFailed: (error: unknown) => toast.error('Failed to remove member', why(error)),
};

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** Texts of the screens that depend on a number. */
export const counted = {
  rooms: (number: number) => count(number, 'room', 'rooms'),
  members: (number: number) => count(number, 'member', 'members'),
  items: (number: number) => count(number, 'item', 'items'),
};
