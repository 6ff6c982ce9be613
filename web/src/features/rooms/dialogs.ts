export { ChooseRoomDialog as choose } from './choose-room-dialog.tsx';
export { ItemEditorDialog as edit } from './content/item-editor-dialog.tsx';
export { ItemHistoryDialog as history } from './content/item-history-dialog.tsx';
export {
  AddMemberDialog as addMember,
  CreateRoomDialog as create,
  MemberSheet as member,
  RoomSettingsDialog as settings,
  ShareRoomDialog as share,
} from './room-dialogs.tsx';
export { NotificationsMenu as notifications } from './room/notifications-menu.tsx';
