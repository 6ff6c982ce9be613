import { canonicalAddress } from '@clipline/contract/addresses.ts';
import {
  MAX_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_RESET_PASSWORD_LENGTH,
} from '@clipline/contract/limits.ts';
import type { Errors } from '../../ui/use-form.ts';
import { fieldErrors as texts } from './auth.messages.ts';

type Values<Name extends string> = Readonly<Record<Name, string>>;

const emailError = (email: string) => {
  if (email.trim() === '') return texts.emailRequired;
  return canonicalAddress(email.trim()) === undefined ? texts.emailInvalid : undefined;
};

const nameError = (name: string) => {
  if (name === '') return texts.nameRequired;
  return name.length > MAX_NAME_LENGTH ? texts.nameTooLong : undefined;
};

const passwordError = (password: string) => {
  if (password === '') return texts.passwordRequired;
  return password.length < MIN_PASSWORD_LENGTH ? texts.passwordTooShort : undefined;
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
    password: password === '' ? texts.passwordRequired : undefined,
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
    confirmPassword: confirmPassword === password ? undefined : texts.passwordsDiffer,
  });

export const checkResetRequest = ({ email }: Values<'email'>): Errors<'email'> =>
  failing({ email: emailError(email) });

/** One text at a time: the form has room for one. */
export function checkNewPassword(
  password: string,
  confirmation: string,
): { field: 'password' | 'confirmation'; text: string } | null {
  if (password !== confirmation) return { field: 'confirmation', text: texts.newPasswordsDiffer };
  if (password.length < MIN_RESET_PASSWORD_LENGTH)
    return { field: 'password', text: texts.newPasswordTooShort };
  return null;
}
