import { failureText } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';

const why = (error: unknown) => failureText(error, 'Please try again.');

/** Every toast of the account page. */
export const say = {
  renamed: () => toast.success('Name changed'),
  renameFailed: (error: unknown) => toast.error('Failed to change your name', why(error)),
  passwordChanged: () => toast.success('Password changed', 'Your other devices have been signed out.'),
  deviceSignedOut: (device: string) => toast.success('Device signed out', device),
  signOutFailed: (error: unknown) => toast.error('Failed to sign out the device', why(error)),
  othersSignedOut: (count: number) =>
    toast.success('Signed out everywhere else', count === 1 ? 'One device was signed out.' : `${count} devices were signed out.`),
  othersFailed: (error: unknown) => toast.error('Failed to sign out other devices', why(error)),
  exported: () => toast.success('Your data is downloaded'),
  exportFailed: (error: unknown) => toast.error('Failed to export your data', why(error)),
  portalFailed: (error: unknown) => toast.error('Failed to open your subscription', why(error)),
  accountDeleted: () => toast.success('Account deleted', 'A mail confirms it.'),
};

export const formErrors = {
  noPassword: 'Please enter your password.',
  tooShort: (least: number) => `Password must be at least ${least} characters`,
  failed: 'It did not work. Please try again.',
};
