import { failureText } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** Enough of a text to know it again. */
export const excerpt = (text: string, length = 60): string => {
  const line = text.trim().slice(0, 200).replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};

const why = (error: unknown) => failureText(error, 'Please try again.');
const undoWith = (undo: (() => void) | undefined) => undo && { action: { label: 'Undo', onPress: undo } };
const named = (names: readonly string[]) => (names.length === 1 ? names[0] : `${names.length} files`);

/** What an empty desktop says, and one that could not be read. */
export const NEUTRAL = 'LAN desktop will be created automatically when you add content';
export const NOT_FOUND = 'Desktop not found or access denied.';

/** Every toast of the desktop screens. */
export const say = {
  textAdded: (text: string, undo?: () => void) => toast.success('Text added', excerpt(text), undoWith(undo)),
  textAddFailed: (error: unknown) => toast.error('Failed to add text', why(error)),
  filesAdded: (names: readonly string[]) => toast.success('File added', named(names)),
  uploadFailed: (names: readonly string[], error: unknown) => toast.error('Failed to upload file', `${names.join(', ')}: ${why(error)}`),
  fileTooLarge: (name: string) => toast.error('File too large', `${name} exceeds the 10MB limit. Please choose a smaller file.`),

  layoutSaved: () => toast.success('Layout saved', undefined, { duration: 2000 }),
  layoutFailed: (error: unknown, again: () => void) =>
    toast.error('Failed to save layout', why(error), { action: { label: 'Try again', onPress: again } }),

  deleted: (what: string, undo?: () => void) => toast.success('Item deleted', excerpt(what) || undefined, undoWith(undo)),
  deleteFailed: (error: unknown) => toast.error('Failed to delete item', why(error)),
  restored: () => toast.success('Item restored'),
  restoreFailed: (error: unknown) => toast.error('Failed to restore item', why(error)),

  copied: () => toast.success('Copied!'),
  copyFailed: () => toast.error('Failed to copy text', 'Please select the text and copy it by hand.'),
  downloadStarted: (name: string) => toast.success('Download started', name),
  noFileUrl: () => toast.error('No file URL available'),
  downloadFailed: () => toast.error('Failed to download file', 'Please try again.'),

  sharedFailed: (error: unknown) => toast.error('Failed to load shared desktop', why(error)),
  linkCopied: () => toast.success('Link copied'),
  linkCopyFailed: () => toast.error('Failed to copy', 'Please try copying the link manually.'),
  linkRenewed: () => toast.success('Link renewed', 'The old link no longer works.'),
  linkRenewFailed: (error: unknown) => toast.error('Failed to renew link', why(error)),
};
