import { maskSecrets, SECRETS_WITHIN } from '@clipline/contract/secrets.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { hidesSecretOf, useHidesSecrets } from '../lib/hide-secrets.ts';
import { excerpt, marksIn } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import { type ContentFile, titleOf } from './content.ts';
import { wordsOf } from './markdown-words.ts';

/** A text can be half a megabyte; its first words are shown. */
const TITLE = 400;
const DOTS = '•'.repeat(8);

/** What was looked for stays to be read. */
export const masked = (text: string, search = ''): string =>
  maskSecrets(
    text,
    (secret) =>
      DOTS +
      marksIn(secret, search)
        .map(({ start, end }) => secret.slice(start, end) + DOTS)
        .join(''),
  );

/** What a thing is called in a toast or in a name that is read out. */
export function shortTitle(
  thing: { content: string; files?: readonly ContentFile[] },
  length?: number,
): string {
  const title = titleOf({ files: [], ...thing });
  return excerpt(hidesSecretOf(title) ? masked(title) : wordsOf(title.slice(0, TITLE)), length);
}

function isWithin(content: string, found = ''): boolean {
  const at = found === '' ? -1 : content.indexOf(found);
  return at >= 0 && at < SECRETS_WITHIN;
}

/** The text as it is to be shown now; `found`: the part of it that a search found. */
export function useSecret(content: string, search = '', found?: string) {
  const hides = useHidesSecrets();
  const mask = useMemo(() => (hides ? masked(content, search) : content), [hides, content, search]);
  const [shown, show] = useState(false);
  const isSecret = mask !== content;
  const isHidden = isSecret && !shown;
  return {
    isSecret,
    isHidden,
    show,
    mask,
    text: isHidden ? mask : content,
    // What names it may stand before what was found.
    found: isHidden && isWithin(content, found) ? mask.slice(0, SECRETS_WITHIN) : found,
  };
}

export interface SecretProps {
  of: ReturnType<typeof useSecret>;
  children: ReactNode;
  /** Where no `data-grid-item` around it takes focus, it takes focus itself. */
  focusable?: boolean;
}

/** A secret is hidden until it is pressed, or while the item it stands in has focus of the keyboard. */
export function Secret({ of: secret, children, focusable = false }: SecretProps) {
  const { isSecret, isHidden, show } = secret;
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const own = element.current;
    if (!own) return undefined;
    const host = focusable ? own : (own.closest<HTMLElement>('[data-grid-item]') ?? own);
    const listeners = new AbortController();
    const { signal } = listeners;
    const onFocus = () => host.matches(':focus-visible') && show(true);
    host.addEventListener('focus', onFocus, { signal });
    host.addEventListener('blur', () => show(false), { signal });
    // The link around it is not followed.
    const onClick = (event: Event) => {
      event.preventDefault();
      show(true);
    };
    if (isHidden) own.addEventListener('click', onClick, { signal });
    return () => listeners.abort();
  }, [focusable, isSecret, isHidden, show]);
  if (!isSecret) return children;
  return (
    <span
      ref={element}
      data-secret
      {...(focusable && { tabIndex: 0 })}
      {...(isHidden && {
        className: 'cursor-pointer',
        'data-tooltip': m.secrets_hidden(),
        ...(focusable && { role: 'button' }),
      })}
    >
      {children}
      {isHidden && <span className="sr-only"> {m.secrets_hidden()}</span>}
    </span>
  );
}
