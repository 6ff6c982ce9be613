import { m } from '../../../paraglide/messages.js';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

/** The address that was typed once and is there again in the next view. */
export interface EmailKept {
  readonly email: string;
  readonly onEmailChange: (email: string) => void;
}

export function EmailField({
  email,
  onEmailChange,
  error,
}: EmailKept & { error: string | undefined }) {
  return (
    <Field label={m.auth_email()} error={error}>
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={email}
          onChange={(event) => onEmailChange(event.target.value)}
        />
      )}
    </Field>
  );
}
