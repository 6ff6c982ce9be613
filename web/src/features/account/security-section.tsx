import { RECOVERY_CODES } from '@clipline/contract/limits.ts';
import type { Passkey } from '@clipline/contract/schemas/security.ts';
import { KeyRound, Pencil } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { shortDate } from '../../lib/format.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { passkeysWork } from '../../session/passkey-support.ts';
import { m } from '../../paraglide/messages.js';
import { Button, IconButton } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section, SectionUnread } from '../../ui/section.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { type Security, useAddPasskey, useSecurity } from '../confirm/confirm.api.ts';
import { open } from './overlays.ts';
import {
  useBeginAuthenticator,
  useNewCodes,
  useRemoveAuthenticator,
  useRemovePasskey,
  useTwoStep,
} from './security.api.ts';

const LINE = 'border-t border-line pt-3 first:border-t-0 first:pt-0';

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h3 id={id} className="text-sm font-medium text-ink">
          {title}
        </h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

const codesOf = (recoveryCodes: readonly string[]) => open('codes', { codes: recoveryCodes });

/** After the first method the switch is the next step. */
function goOn({ twoStep, passkeys, authenticator }: Security): void {
  const isFirst = authenticator === null && !passkeys.some(({ works }) => works);
  if (isFirst && !twoStep.on) open('twoStep', { onCodes: codesOf });
}

const passkeyText = ({ createdAt, lastUsedAt, rpId, works }: Passkey): ReactNode => {
  if (!works) return m.security_passkey_elsewhere({ host: rpId });
  const date = shortDate(createdAt);
  return lastUsedAt === null
    ? m.security_passkey_unused({ date })
    : withSlots(
        m.security_passkey_used({ date, used: slot(0) }),
        <RelativeTime time={lastUsedAt} within />,
      );
};

function Passkeys({ security }: { security: Security }) {
  const { passkeys } = security;
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const { list, leaving, nextFocus } = useGridFocus(passkeys.map(({ id }) => id));
  const ask = ({ id, name }: Passkey) =>
    void confirm({
      title: m.security_passkey_remove_title({ name }),
      description: m.security_passkey_remove_text(),
      confirm: m.security_remove(),
      finalFocus: nextFocus,
      act: () => {
        leaving(id);
        return remove.mutateAsync(id).then(() => toast.success(m.security_passkey_removed(), name));
      },
    });
  return (
    <div className={LINE}>
      <Row
        title={m.security_passkeys()}
        text={passkeysWork() ? m.security_passkeys_hint() : m.ui_needs_https()}
      >
        {passkeysWork() && (
          <Button
            pending={add.isPending}
            onClick={() => add.mutate(undefined, { onSuccess: (added) => added && goOn(security) })}
          >
            {m.security_passkey_add()}
          </Button>
        )}
      </Row>
      {passkeys.length > 0 && (
        <ul ref={list} aria-label={m.security_passkeys()} className="mt-2 flex flex-col">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex min-h-13 items-center gap-3 py-1.5">
              <KeyRound size={18} aria-hidden className="shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-medium text-ink">
                  <bdi translate="no">{passkey.name}</bdi>
                </p>
                <p className="text-xs text-muted">{passkeyText(passkey)}</p>
              </div>
              <IconButton
                icon={Pencil}
                label={m.security_rename_named({ name: passkey.name })}
                aria-haspopup="dialog"
                onClick={() => open('renamePasskey', { passkey })}
              />
              <Button
                size="sm"
                data-grid-item
                aria-label={m.security_remove_named({ name: passkey.name })}
                onClick={() => ask(passkey)}
              >
                {m.security_remove()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Authenticator({ security }: { security: Security }) {
  const { authenticator } = security;
  const begin = useBeginAuthenticator();
  const remove = useRemoveAuthenticator();
  const setUp = () =>
    begin.mutate(undefined, {
      onSuccess: (begun) => open('authenticator', { ...begun, onReady: () => goOn(security) }),
    });
  const ask = () =>
    void confirm({
      title: m.security_app_remove_title(),
      description: m.security_app_remove_text(),
      confirm: m.security_remove(),
      act: () => remove.mutateAsync().then(() => toast.success(m.security_app_removed())),
    });
  return (
    <div className={LINE}>
      <Row
        title={m.security_app()}
        text={
          authenticator
            ? m.security_app_added({ date: shortDate(authenticator.addedAt) })
            : m.security_app_hint()
        }
      >
        {authenticator ? (
          <Button aria-label={m.security_remove_named({ name: m.security_app() })} onClick={ask}>
            {m.security_remove()}
          </Button>
        ) : (
          <Button
            pending={begin.isPending}
            aria-label={m.security_set_up_named({ name: m.security_app() })}
            onClick={setUp}
          >
            {m.security_set_up()}
          </Button>
        )}
      </Row>
    </div>
  );
}

function TwoStep({ twoStep, passkeys, authenticator, recoveryCodes }: Security) {
  const change = useTwoStep();
  const renew = useNewCodes();
  const hasMethod = authenticator !== null || passkeys.some(({ works }) => works);
  const turn = (on: boolean) =>
    change.mutate(on, { onSuccess: (reply) => reply && codesOf(reply.recoveryCodes) });
  const askForCodes = () =>
    void confirm({
      title: m.security_codes_new_title(),
      description: m.security_codes_new_text(),
      confirm: m.security_codes_new(),
      act: () => renew.mutateAsync().then((reply) => codesOf(reply.recoveryCodes)),
    });
  return (
    <>
      <div className={LINE}>
        <Switch
          label={m.security_two_step()}
          hint={twoStep.on || hasMethod ? m.security_two_step_hint() : m.security_needs_method()}
          disabled={!twoStep.on && !hasMethod}
          checked={change.isPending ? change.variables : twoStep.on}
          onCheckedChange={turn}
        />
      </div>
      {recoveryCodes && (
        <div className={LINE}>
          <Row
            title={m.security_codes()}
            text={m.security_codes_left({ left: recoveryCodes.left, all: RECOVERY_CODES })}
          >
            <Button onClick={askForCodes}>{m.security_codes_new()}</Button>
          </Row>
        </div>
      )}
    </>
  );
}

export function SecuritySection() {
  const { data, error, refetch } = useSecurity();
  // The provider of single sign-on decides who comes in.
  if (data?.off) return null;
  return (
    <Section title={m.security_title()}>
      {data ? (
        <div className="flex flex-col gap-3">
          <Passkeys security={data} />
          <Authenticator security={data} />
          <TwoStep {...data} />
        </div>
      ) : (
        <SectionUnread
          failure={error && failureText(error, m.security_failed())}
          onRetry={refetch}
        />
      )}
    </Section>
  );
}
