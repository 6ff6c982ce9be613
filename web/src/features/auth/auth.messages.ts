import { MAX_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { m } from '../../paraglide/messages.js';

export const fieldErrors = {
  nameRequired: m.auth_name_required(),
  nameTooLong: m.ui_too_long({ max: MAX_NAME_LENGTH }),
  emailRequired: m.auth_email_required(),
  emailInvalid: m.auth_email_invalid(),
  passwordRequired: m.auth_password_required(),
  passwordTooShort: m.auth_password_too_short(),
  passwordsDiffer: m.auth_passwords_differ(),
  newPasswordTooShort: m.auth_new_password_too_short(),
  newPasswordsDiffer: m.auth_new_passwords_differ(),
} as const;

export const fallbacks = {
  login: byStatus(m.auth_login_failed(), {
    401: m.auth_invalid_credentials(),
    400: m.auth_invalid_request(),
    500: m.auth_server_error(),
  }),
  register: byStatus(m.auth_registration_failed(), {
    400: m.auth_invalid_request(),
    500: m.auth_server_error(),
  }),
  confirmation: m.auth_confirmation_check_failed(),
  reset: m.auth_reset_failed(),
  resetRequest: m.auth_reset_request_failed(),
} as const;

export const confirmationErrors = {
  expired: m.auth_confirmation_expired(),
  fromLink: m.auth_confirmation_error(),
  refused: m.auth_confirmation_refused(),
  unverified: m.auth_confirmation_unverified(),
} as const;

export const resetErrors = {
  missingToken: m.auth_reset_missing_token(),
  failed: m.auth_reset_failed_text(),
} as const;

export const toasts = {
  loggedIn: [m.auth_welcome(), m.auth_welcome_text(), { duration: 3000 }],
  registered: [m.auth_registered(), m.auth_registered_text(), { duration: 5000 }],
  resetRequested: [m.auth_reset_requested(), m.auth_reset_requested_text(), { duration: 5000 }],
  passwordReset: [
    m.auth_password_was_reset(),
    m.auth_password_was_reset_text(),
    { duration: 5000 },
  ],
  signUpAgain: [
    m.auth_please_sign_up_again(),
    m.auth_please_sign_up_again_text(),
    { duration: 5000 },
  ],
} as const;

export const RESET_REQUEST_FAILED = {
  title: m.auth_error(),
  text: m.auth_reset_request_failed_text(),
} as const;

function byStatus(otherwise: string, texts: Record<number, string>): (status: number) => string {
  return (status) => texts[status] ?? otherwise;
}
