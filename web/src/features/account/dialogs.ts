export { DeleteAccountDialog as deleteAccount } from './delete-account-dialog.tsx';
export { PasswordDialog as password } from './password-dialog.tsx';
export { TokenDialog as token } from './token-dialog.tsx';
export { SignOutOthersDialog as signOutOthers } from './sign-out-others-dialog.tsx';
