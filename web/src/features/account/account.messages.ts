import { failing } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

/** Every toast of the account page. */
export const notify = {
  renamed: () => toast.success(m.account_renamed()),
  renameFailed: failing(m.account_rename_failed()),
  passwordChanged: () =>
    toast.success(m.account_password_changed(), m.account_password_changed_text()),
  deviceSignedOut: (device: string) => toast.success(m.account_device_signed_out(), device),
  signOutFailed: failing(m.account_sign_out_failed()),
  othersSignedOut: (count: number) =>
    toast.success(m.account_others_signed_out(), m.account_others_signed_out_text({ count })),
  othersFailed: failing(m.account_others_failed()),
  exportStarted: () =>
    toast.success(m.account_download_started(), m.account_download_started_text()),
  exportFailed: failing(m.account_export_failed()),
  portalFailed: failing(m.account_portal_failed()),
  accountDeleted: () => toast.success(m.account_deleted(), m.account_deleted_text()),
};

export const formErrors = {
  noPassword: m.account_no_password(),
  tooShort: (least: number) => m.account_password_too_short({ least }),
  failed: m.account_form_failed(),
};
