export { ClipHistoryDialog as history } from './clip/clip-history-dialog.tsx';
export { ShareClipDialog as share } from './clip/share-clip-dialog.tsx';
export {
  BulkTagDialog as tagMany,
  ClipTagsDialog as tagOne,
  EditTagsDialog as tags,
} from './tags/tag-dialogs.tsx';
