import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

const why = (error: unknown) => failureText(error, m.account_please_try_again());

/** Every toast of the account page. */
export const say = {
  renamed: () => toast.success(m.account_renamed()),
  renameFailed: (error: unknown) => toast.error(m.account_rename_failed(), why(error)),
  passwordChanged: () =>
    toast.success(m.account_password_changed(), m.account_password_changed_text()),
  deviceSignedOut: (device: string) => toast.success(m.account_device_signed_out(), device),
  signOutFailed: (error: unknown) => toast.error(m.account_sign_out_failed(), why(error)),
  othersSignedOut: (count: number) =>
    toast.success(m.account_others_signed_out(), m.account_others_signed_out_text({ count })),
  othersFailed: (error: unknown) => toast.error(m.account_others_failed(), why(error)),
  exportStarted: () =>
    toast.success(m.account_download_started(), m.account_download_started_text()),
  exportFailed: (error: unknown) => toast.error(m.account_export_failed(), why(error)),
  portalFailed: (error: unknown) => toast.error(m.account_portal_failed(), why(error)),
  accountDeleted: () => toast.success(m.account_deleted(), m.account_deleted_text()),
};

export const formErrors = {
  noPassword: m.account_no_password(),
  tooShort: (least: number) => m.account_password_too_short({ least }),
  failed: m.account_form_failed(),
};
