export { AddTextDialog as addText } from './add-text-dialog.tsx';
export { EditTextDialog as edit } from './items/edit-text-dialog.tsx';
export { ItemDialog as item } from './items/item-dialog.tsx';
export { LanDialog as lan } from '../lan/lan-dialog.tsx';
export { ShareDesktopDialog as share } from './share-desktop-dialog.tsx';
