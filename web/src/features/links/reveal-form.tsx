import { Flame, Link2 } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { LinkInfo } from './use-visit.ts';

/** What opening it would use up; the last of a burning link is the end of the clip. */
function factsOf({ viewsLeft, burn, needsPassword }: LinkInfo): string[] {
  const left =
    viewsLeft === null
      ? []
      : burn === true && viewsLeft === 1
        ? [m.links_burns()]
        : [m.links_more_times({ count: viewsLeft })];
  return [...left, ...(needsPassword ? [m.links_needs_password()] : [])];
}

export interface RevealFormProps {
  link: LinkInfo;
  onReveal: (password?: string) => Promise<void>;
}

/** Waits for a press, so that what looks at links on its own uses nothing up. */
export function RevealForm({ link, onReveal }: RevealFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      await onReveal(link.needsPassword ? password : undefined);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="flex flex-1 items-center justify-center py-8">
      <Card className="w-full max-w-112 p-6">
        <form className="flex flex-col items-center gap-5" onSubmit={(event) => void submit(event)}>
          <IconTile icon={link.burn === true ? Flame : Link2} tone="accent" large />
          <div className="text-center">
            <p className="text-md font-semibold text-ink">
              {link.kind === 'inbox'
                ? m.links_send_to({ ownerName: link.ownerName })
                : m.links_someone()}
            </p>
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
                error={error}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
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
