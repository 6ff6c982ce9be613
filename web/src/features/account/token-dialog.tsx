import { MAX_API_TOKEN_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { ApiError, endedSession, failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { copyAndTell } from '../../ui/copy-text.ts';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, PasswordField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { Select } from '../../ui/select.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useCreateToken } from '../programs/programs.api.ts';
import { scopeTexts } from '../programs/scope-texts.ts';

const lives = [
  { value: '30', label: m.programs_lives_days({ count: 30 }) },
  { value: '90', label: m.programs_lives_days({ count: 90 }) },
  { value: '365', label: m.programs_lives_days({ count: 365 }) },
  { value: 'ever', label: m.programs_lives_ever() },
] as const;
type Life = (typeof lives)[number]['value'];

/** The one time that a token is shown. */
function MadeToken({ token }: { token: string }) {
  const { close } = useOverlay();
  return (
    <Dialog
      title={m.programs_made()}
      description={m.programs_made_text()}
      size="sm"
      footer={
        <Button variant="primary" onClick={close}>
          {m.programs_done()}
        </Button>
      }
    >
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={m.programs_token()}
          value={token}
          className="min-w-0 flex-1 font-mono"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copyAndTell(token, m.programs_copied())}>
          <Copy size={16} aria-hidden />
          {m.ui_copy()}
        </Button>
      </div>
    </Dialog>
  );
}

export function TokenDialog() {
  const create = useCreateToken();
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [life, setLife] = useState<Life>('90');
  const { errors, pending, form } = useForm<'name' | 'scopes' | 'password'>({
    check: ({ name, password }) => ({
      ...(name.trim() === '' && { name: m.programs_no_name() }),
      ...(chosen.length === 0 && { scopes: m.programs_no_scope() }),
      ...(password === '' && { password: m.programs_no_password() }),
    }),
    send: ({ name, password }) =>
      create.mutateAsync({
        name: name.trim(),
        scopes: [...chosen],
        expiresInDays: life === 'ever' ? null : Number(life),
        password,
      }),
    failing(error) {
      if (endedSession(error)) return {};
      const text = failureText(error, m.programs_form_failed());
      const isPassword = error instanceof ApiError && error.code === 'WRONG_PASSWORD';
      return isPassword ? { password: text } : { name: text };
    },
  });
  if (create.data) return <MadeToken token={create.data.token} />;
  return (
    <FormDialog
      title={m.programs_new_token()}
      description={m.programs_new_token_text()}
      size="sm"
      submit={m.programs_create()}
      pending={pending}
      {...form}
    >
      <Field label={m.programs_name()} error={errors.name}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={MAX_API_TOKEN_NAME_LENGTH}
            placeholder={m.programs_name_example()}
            name="name"
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-medium text-ink">{m.programs_may()}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeTexts[scope]}
            checked={chosen.includes(scope)}
            onCheckedChange={(checked) =>
              setChosen(checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
        ))}
        {errors.scopes && (
          <p role="alert" className="text-sm text-danger">
            {errors.scopes}
          </p>
        )}
      </fieldset>
      <Field label={m.programs_lives()}>
        {(control) => <Select {...control} value={life} options={lives} onValueChange={setLife} />}
      </Field>
      <PasswordField
        label={m.programs_your_password()}
        autoComplete="current-password"
        name="password"
        error={errors.password}
      />
    </FormDialog>
  );
}
