import { Flame, Link2, Lock } from 'lucide-react';
import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { LinkInfo } from './use-visit.ts';

const titleOf = ({ kind, ownerName }: LinkInfo): string =>
  kind === 'sealed'
    ? m.links_sealed_somebody()
    : kind === 'inbox'
      ? m.links_send_to({ ownerName })
      : m.links_someone();

/** The last opening of a burning link is the end of the clip. */
function factsOf({ viewsLeft, burn, needsPassword }: LinkInfo): string[] {
  const left =
    viewsLeft === null
      ? []
      : burn === true && viewsLeft === 1
        ? [m.links_burns()]
        : [m.links_more_times({ count: viewsLeft })];
  return [...left, ...(needsPassword ? [m.links_needs_password()] : [])];
}

interface RevealFormProps {
  link: LinkInfo;
  onReveal: (password?: string) => Promise<void>;
}

/** Waits for a press, so that what looks at links on its own uses nothing up. */
export function RevealForm({ link, onReveal }: RevealFormProps) {
  const { failure, pending, form } = useForm<'password'>({
    check: () => ({}),
    send: ({ password }) => onReveal(link.needsPassword ? password : undefined),
  });
  const error = failure === null ? null : failureText(failure);
  return (
    <div className="flex flex-1 items-center justify-center py-8">
      <Card className="w-full max-w-112 p-6">
        <form className="flex flex-col items-center gap-5" {...form}>
          <IconTile
            icon={link.kind === 'sealed' ? Lock : link.burn === true ? Flame : Link2}
            tone="accent"
            large
          />
          <div className="text-center">
            <p className="text-md font-semibold text-ink">{titleOf(link)}</p>
            {factsOf(link).map((fact) => (
              <p key={fact} className="mt-1 text-base text-body">
                {fact}
              </p>
            ))}
          </div>
          {link.needsPassword ? (
            <div className="w-full">
              <PasswordField
                label={m.links_password()}
                autoComplete="off"
                name="password"
                error={error}
              />
            </div>
          ) : (
            error !== null && (
              <p role="alert" className="text-sm text-danger">
                {error}
              </p>
            )
          )}
          <Button type="submit" variant="primary" pending={pending} className="w-full">
            {m.links_show()}
          </Button>
          <p className="text-center text-xs text-muted">{m.links_privacy()}</p>
        </form>
      </Card>
    </div>
  );
}
