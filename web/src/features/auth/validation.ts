import { canonicalAddress } from '@clipline/contract/addresses.ts';
import {
  MAX_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_RESET_PASSWORD_LENGTH,
} from '@clipline/contract/limits.ts';
import { m } from '../../paraglide/messages.js';
import type { Errors } from '../../ui/use-form.ts';

type Values<Name extends string> = Readonly<Record<Name, string>>;

const emailError = (email: string) => {
  if (email.trim() === '') return m.auth_email_required();
  return canonicalAddress(email.trim()) === undefined ? m.auth_email_invalid() : undefined;
};

const nameError = (name: string) => {
  if (name === '') return m.auth_name_required();
  return name.length > MAX_NAME_LENGTH ? m.ui_too_long({ max: MAX_NAME_LENGTH }) : undefined;
};

const passwordError = (password: string) => {
  if (password === '') return m.auth_password_required();
  return password.length < MIN_PASSWORD_LENGTH ? m.auth_password_too_short() : undefined;
};

function failing<Name extends string>(errors: Record<Name, string | undefined>): Errors<Name> {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error)) as Errors<Name>;
}

export const checkLogin = ({
  email,
  password,
}: Values<'email' | 'password'>): Errors<'email' | 'password'> =>
  failing({
    email: emailError(email),
    password: password === '' ? m.auth_password_required() : undefined,
  });

export const checkRegistration = ({
  name,
  email,
  password,
  confirmPassword,
}: Values<'name' | 'email' | 'password' | 'confirmPassword'>): Errors<
  'name' | 'email' | 'password' | 'confirmPassword'
> =>
  failing({
    name: nameError(name.trim()),
    email: emailError(email),
    password: passwordError(password),
    confirmPassword: confirmPassword === password ? undefined : m.auth_passwords_differ(),
  });

export const checkResetRequest = ({ email }: Values<'email'>): Errors<'email'> =>
  failing({ email: emailError(email) });

/** One text at a time: the form has room for one. */
export function checkNewPassword({
  password,
  confirmation,
}: Values<'password' | 'confirmation'>): Errors<'password' | 'confirmation'> {
  if (password !== confirmation) return { confirmation: m.auth_new_passwords_differ() };
  if (password.length >= MIN_RESET_PASSWORD_LENGTH) return {};
  return { password: m.auth_new_password_too_short() };
}
