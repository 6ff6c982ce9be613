import { type SecretKind, secretIn } from '@clipline/contract/secrets.ts';
import { wellFormed } from '@clipline/contract/well-formed.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { hiddenIn, useHidesSecrets } from '../lib/hide-secrets.ts';
import { excerpt } from '../lib/text.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from '../ui/class-names.ts';
import { type ContentFile, titleOf } from './content.ts';

const DOTS = '•'.repeat(16);

export const maskOf = (text: string): string => wellFormed(text.trim().slice(0, 4)) + DOTS;

const NAMES: Record<SecretKind, () => string> = {
  key: () => m.secrets_key(),
  token: () => m.secrets_token(),
  password: () => m.secrets_password(),
};

const nameOfSecret = (kind: SecretKind): string => NAMES[kind]();

/** What a thing is called in a toast or in a name that is read out. */
export function shortTitle(
  thing: { content: string; files?: readonly ContentFile[] },
  length?: number,
): string {
  const title = titleOf({ files: [], ...thing });
  const kind = hiddenIn(title);
  return kind ? nameOfSecret(kind) : excerpt(title, length);
}

/** Null of a text that is shown as it is. */
export function useSecret(text: string): SecretKind | null {
  const hides = useHidesSecrets();
  return useMemo(() => (hides ? secretIn(text) : null), [hides, text]);
}

export interface SecretTextProps {
  text: string;
  /** The text as it is shown when nothing hides it. */
  children: ReactNode;
  /** In one line. */
  line?: boolean;
  /** Where no `data-grid-item` around it takes focus, it takes focus itself. */
  focusable?: boolean;
}

/** A secret is hidden until it is pressed, or while the item it stands in has focus of the keyboard. */
export function SecretText({ text, children, ...rest }: SecretTextProps) {
  const kind = useSecret(text);
  if (!kind) return children;
  return (
    <HiddenText mask={maskOf(text)} name={nameOfSecret(kind)} {...rest}>
      {children}
    </HiddenText>
  );
}

interface HiddenTextProps extends Omit<SecretTextProps, 'text'> {
  mask: string;
  name: string;
}

function HiddenText({ mask, name, children, line = false, focusable = false }: HiddenTextProps) {
  const [shown, setShown] = useState(false);
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const own = element.current!;
    const host = focusable ? own : (own.closest<HTMLElement>('[data-grid-item]') ?? own);
    const listeners = new AbortController();
    const { signal } = listeners;
    const onFocus = () => host.matches(':focus-visible') && setShown(true);
    host.addEventListener('focus', onFocus, { signal });
    host.addEventListener('blur', () => setShown(false), { signal });
    return () => listeners.abort();
  }, [focusable]);
  useEffect(() => {
    const own = element.current!;
    if (shown) return undefined;
    // The link around it is not followed.
    const show = (event: Event) => {
      event.preventDefault();
      setShown(true);
    };
    own.addEventListener('click', show);
    return () => own.removeEventListener('click', show);
  }, [shown]);
  return (
    <span
      ref={element}
      data-secret
      {...(focusable && { tabIndex: 0, ...(!shown && { role: 'button' }) })}
      className={shown ? undefined : 'cursor-pointer'}
    >
      {shown ? (
        children
      ) : (
        <>
          <span aria-hidden className="font-mono">
            {mask}
          </span>
          <span className={classNames('text-sm text-muted', line ? 'ms-2' : 'block')}>{name}</span>
        </>
      )}
    </span>
  );
}
