import { toast } from '../../ui/toast.ts';
import { failureText } from '../../lib/api-error.ts';

/** Enough of a text to know it again. */
const excerpt = (text: string): string | undefined => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line === '' ? undefined : line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** Every toast of the clips screens. */
export const say = {
  statsFailed: (error: unknown) => toast.error('Error fetching statistics', failureText(error, 'Please try again.')),
  recentFailed: (error: unknown) => toast.error('Error loading recent clips', failureText(error, 'Please try again.')),
  listFailed: (error: unknown) => toast.error('Error loading clips', failureText(error, 'Please try again.')),
  favoritesFailed: () => toast.error('Error loading favorite clips', 'There was an error loading your favorite clips.'),

  favorite: (on: boolean, content: string, undo: () => void) =>
    toast.success(on ? 'Added to favorites' : 'Removed from favorites', excerpt(content), { action: { label: 'Undo', onPress: undo } }),
  favoriteFailed: (error: unknown) => toast.error('Error updating favorite status', failureText(error, 'Please try again.')),

  // The excerpt keeps two deletions in a row apart, so that each can be undone.
  deleted: (content: string, undo: () => void) =>
    toast.success('Clip deleted', excerpt(content), { action: { label: 'Undo', onPress: undo } }),
  deleteFailed: () => toast.error('Error deleting clip', 'There was an error deleting the clip. Please try again.'),
  restored: () => toast.success('Clip restored'),
  restoreFailed: (error: unknown) => toast.error('Error restoring clip', failureText(error, 'Please try again.')),

  initFailed: (error: unknown) => toast.error('Failed to initialize clip', failureText(error, 'Please try again.')),
  notInitialized: () => toast.error('Clip not initialized yet', 'Please wait a moment and try again.'),
  nothingToSave: () => toast.error('Please enter some content or upload a file'),
  saveFirst: () => toast.error('Please save the clip first'),
  saved: (withFiles: boolean) => toast.success('Clip saved successfully', withFiles ? 'Files uploaded successfully' : undefined),
  saveFailed: (error: unknown) => toast.error('Failed to save clip', failureText(error, 'Unknown error')),
  updated: (withFiles: boolean) => toast.success('Clip updated successfully', withFiles ? 'Files uploaded successfully' : undefined),
  updateFailed: (error: unknown) => toast.error(`Failed to update clip: ${failureText(error, 'Unknown error')}`),
  loadFailed: (error: unknown) => toast.error('Failed to load clip', failureText(error, 'Please try again.')),

  uploadFailed: (names: readonly string[], error: unknown) =>
    toast.error('Failed to upload files', `${names.join(', ')}: ${failureText(error, 'Please try again.')}`),
  textKept: () => toast.success('Your text is kept', 'It is not saved yet. Open the page again to go on with it.'),

  filesTooLarge: (names: readonly string[]) => toast.error(`File(s) too large: ${names.join(', ')}. Maximum file size is 10MB.`),
  fileRemoved: (name: string) => toast.success('File removed', name),
  fileRemoveFailed: (error: unknown) => toast.error('Failed to remove file', failureText(error, 'Please try again.')),

  contentCopied: () => toast.success('Content copied to clipboard'),
  copyFailed: () => toast.error('Failed to copy', 'Please select the text and copy it by hand.'),
  linkCopied: () => toast.success('Link copied'),
  linkCopyFailed: () => toast.error('Failed to copy', 'Please try copying the link manually.'),

  contentDownloaded: () => toast.success('Content downloaded'),
  downloading: (name: string) => toast.success(`Downloading ${name}`),
  noFileUrl: () => toast.error('No file URL available'),
  downloadFailed: () => toast.error('Failed to download file', 'Please try again.'),

  contentUpdated: () => toast.success('Content updated by owner'),
  filesUpdated: () => toast.success('Files updated by owner'),
  tookTheirs: (undo: () => void) =>
    toast.success('Now showing the other version', 'Your text is one press away.', { action: { label: 'Undo', onPress: undo } }),
};

/** Texts of the screens that depend on a state. */
export const texts = {
  noClips: 'No clips found. Create your first clip!',
  noMatch: 'No clips match your current filters. Try adjusting your search criteria.',
  noRecentMatch: 'No recent clips match your current filters. Try adjusting your search criteria.',
  noFavorites: 'No favorite clips found.',
  noFavoriteMatch: 'No favorite clips match your current filters. Try adjusting your search criteria.',
  ownerNote: 'You can edit this clip. Changes will be visible to others in real-time.',
  viewerNote: 'View only mode. Copy or download the content.',
};
