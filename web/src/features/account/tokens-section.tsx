import type { ApiToken } from '@clipline/contract/schemas/programs.ts';
import { KeyRound } from 'lucide-react';
import { failureText } from '../../lib/api-error.ts';
import { shortDate } from '../../lib/format.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { m } from '../../paraglide/messages.js';
import { Button, TextLink } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Section, SectionUnread } from '../../ui/section.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { toast } from '../../ui/toast.ts';
import { scopesInWords, useDeleteToken, useTokens } from '../programs/programs.api.ts';
import { open } from './overlays.ts';

const lifeOf = ({ expiresAt }: ApiToken): string => {
  if (expiresAt === null) return m.programs_expires_never();
  const date = shortDate(expiresAt);
  return Date.parse(expiresAt) > Date.now()
    ? m.programs_expires({ date })
    : m.programs_expired({ date });
};

function Token({ token, onEnd }: { token: ApiToken; onEnd: () => void }) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line py-2 first:border-t-0">
      <KeyRound size={18} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium text-ink">
          <bdi translate="no" className="truncate">
            {token.name}
          </bdi>
          <code translate="no" className="font-mono text-xs font-normal text-muted">
            {token.start}…
          </code>
        </p>
        <p className="text-xs text-body">
          {m.programs_token_may({ scopes: scopesInWords(token.scopes) })}
        </p>
        <p className="text-xs text-muted">
          {token.lastUsedAt
            ? withSlots(
                m.programs_used({ used: slot(0), life: lifeOf(token) }),
                <RelativeTime time={token.lastUsedAt} within />,
              )
            : m.programs_unused({ life: lifeOf(token) })}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={m.programs_end_named({ name: token.name })}
        data-grid-item
        onClick={onEnd}
      >
        {m.programs_end()}
      </Button>
    </li>
  );
}

export function TokensSection() {
  const { data: tokens, error, refetch } = useTokens();
  const end = useDeleteToken();
  const { list, leaving, nextFocus } = useGridFocus(tokens?.map(({ id }) => id) ?? []);
  const ask = (token: ApiToken) =>
    void confirm({
      title: m.programs_end_title({ name: token.name }),
      description: m.programs_end_text(),
      confirm: m.programs_end(),
      finalFocus: nextFocus,
      act: () => {
        leaving(token.id);
        return end.mutateAsync(token.id).then(
          () => toast.success(m.programs_token_ended(), token.name),
          () => undefined,
        );
      },
    });
  return (
    <Section
      title={m.programs_tokens()}
      text={withSlots(
        m.programs_tokens_text({ device: slot(0) }),
        <TextLink to="/device">{m.programs_tokens_device()}</TextLink>,
      )}
      action={<Button onClick={() => open('token')}>{m.programs_new_token()}</Button>}
    >
      {tokens ? (
        tokens.length > 0 && (
          <ul ref={list} aria-label={m.programs_tokens()} className="flex flex-col">
            {tokens.map((token) => (
              <Token key={token.id} token={token} onEnd={() => ask(token)} />
            ))}
          </ul>
        )
      ) : (
        <SectionUnread
          failure={error && failureText(error, m.programs_tokens_failed())}
          onRetry={refetch}
        />
      )}
    </Section>
  );
}
