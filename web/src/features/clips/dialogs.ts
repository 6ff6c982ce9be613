export { ClipHistoryDialog as history } from './clip/clip-history-dialog.tsx';
export { ShareClipDialog as share } from './clip/share-clip-dialog.tsx';
export { BulkTagDialog as tagMany } from './tags/bulk-tag-dialog.tsx';
export { ClipTagsDialog as tagOne } from './tags/clip-tags-dialog.tsx';
export { EditTagsDialog as tags } from './tags/edit-tags-dialog.tsx';
