export { SendDialog as send } from './send-dialog.tsx';
