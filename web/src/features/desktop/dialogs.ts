export { LanDialog as lan } from '../lan/lan-dialog.tsx';
export {
  AddTextDialog as addText,
  EditTextDialog as edit,
  ItemDialog as item,
  ShareDesktopDialog as share,
} from './desktop-dialogs.tsx';
