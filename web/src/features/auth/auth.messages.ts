/** Said beside a field. */
export const fieldErrors = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  newPasswordTooShort: 'Password must be at least 6 characters long.',
  newPasswordsDiffer: 'Passwords do not match.',
} as const;

/** Said when a call failed and the server gave no text of its own. */
export const fallbacks = {
  login: byStatus('Login failed', { 401: 'Invalid credentials', 400: 'Invalid request', 500: 'Server error' }),
  register: byStatus('Registration failed', { 400: 'Invalid request', 500: 'Server error' }),
  confirmation: 'Email confirmation check failed',
  reset: 'Password reset failed',
  resetRequest: 'Failed to send password reset email',
} as const;

export const confirmationErrors = {
  expired: 'The email confirmation link has expired. Please request a new one.',
  fromLink: 'An error occurred during email confirmation.',
  refused: 'Email confirmation failed. Please try again or contact support.',
  unverified: 'Failed to verify email confirmation status. Please try again.',
} as const;

export const resetErrors = {
  missingToken: 'Invalid or missing reset token. Please request a new password reset.',
  failed: 'Failed to reset password. Please try again.',
} as const;

/** Title, description and duration, as the toast takes them. */
export const toasts = {
  loggedIn: ['Welcome back!', 'You have successfully logged in.', { duration: 3000 }],
  registered: ['Account created!', 'Please check your email to confirm your account before logging in.', { duration: 5000 }],
  resetRequested: ['Password reset email sent', 'Check your inbox for instructions to reset your password.', { duration: 5000 }],
  passwordReset: ['Password Reset Successful', 'You can now log in with your new password.', { duration: 5000 }],
  signUpAgain: ['Please sign up again', 'Use the sign-up form again to get a new confirmation link.', { duration: 5000 }],
} as const;

export const RESET_REQUEST_FAILED = { title: 'Error', text: 'Failed to send password reset email. Please try again.' } as const;

function byStatus(otherwise: string, texts: Record<number, string>): (status: number) => string {
  return (status) => texts[status] ?? otherwise;
}
