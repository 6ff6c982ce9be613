import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { readJson, tabStorage } from '../../lib/storage.ts';

export type LinkInfo = Awaited<ReturnType<typeof readLink>>;

export const readLink = (token: string) =>
  call('GET /link', { headers: { 'x-link-token': token } });

export type Visit =
  | { readonly phase: 'opening' }
  | { readonly phase: 'waiting'; readonly link: LinkInfo }
  | { readonly phase: 'clip' | 'inbox'; readonly opened: OpenedVisit }
  | { readonly phase: 'gone' | 'closed' | 'burned' | 'sealed' }
  | { readonly phase: 'failed'; readonly error: unknown };

export interface OpenedVisit extends KeptVisit {
  readonly grant: string;
  readonly clipId: string | null;
  /** As it came with the grant; not kept over a reload. */
  readonly clip?: Clip;
}

const isOpened = (kept: KeptVisit): kept is OpenedVisit =>
  kept.grant !== undefined && kept.clipId !== undefined;
const opened = (kept: OpenedVisit): Visit => ({
  phase: kept.clipId === null ? 'inbox' : 'clip',
  opened: kept,
});

/** The same opener again is the same visit. */
async function openLink(token: string, link: LinkInfo, password?: string): Promise<Visit> {
  const kept = readVisit(token);
  const reply = await call('POST /link/open', {
    headers: { 'x-link-token': token },
    body: { opener: kept.opener, ...(password === undefined ? {} : { password }) },
  });
  const visit = {
    ...kept,
    grant: reply.grant,
    clipId: 'id' in reply ? reply.id : null,
    access: link.access,
    ownerName: link.ownerName,
    burn: link.burn === true,
    isOwn: link.isOwn === true,
  };
  keepVisit(token, visit);
  return opened('id' in reply ? { ...visit, clip: reply } : visit);
}

async function arrive(token: string): Promise<Visit> {
  const kept = readVisit(token);
  if (isOpened(kept)) return opened(kept);
  try {
    const link = await readLink(token);
    // Without its key nothing is opened.
    if (link.kind === 'sealed') return { phase: 'sealed' };
    return link.needsReveal ? { phase: 'waiting', link } : await openLink(token, link);
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? { phase: 'gone' }
      : { phase: 'failed', error };
  }
}

export function useVisit(token: string) {
  const [visit, setVisit] = useState<Visit>({ phase: 'opening' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    void arrive(token).then((found) => isHere && setVisit(found));
    return () => {
      isHere = false;
    };
  }, [token, tries]);

  const openAgain = useCallback(() => {
    forgetVisit(token);
    setVisit({ phase: 'opening' });
    setTries((count) => count + 1);
  }, [token]);
  const end = useCallback(() => {
    const { burn } = readVisit(token);
    forgetVisit(token);
    setVisit({ phase: burn === true ? 'burned' : 'closed' });
  }, [token]);
  /** Rejects with what the server says of the password. */
  const reveal = async (password?: string) => {
    if (visit.phase !== 'waiting') return;
    try {
      setVisit(await openLink(token, visit.link, password));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setVisit({ phase: 'gone' });
      else throw error;
    }
  };
  return { visit, reveal, end, openAgain };
}

/** Kept over a reload, and gone with the tab. */
export interface KeptVisit {
  /** Made before the link was asked, so that a lost reply loses nothing. */
  readonly opener: string;
  readonly grant?: string;
  /** Null for an inbox. */
  readonly clipId?: string | null;
  readonly access?: 'read' | 'edit' | 'drop';
  readonly ownerName?: string;
  readonly burn?: boolean;
  readonly isOwn?: boolean;
  /** Of what is sealed: what stood behind #, and what was known of the link when it was opened. */
  readonly fragment?: string;
  readonly sealed?: LinkInfo;
}

const OPENER_BYTES = 16;
export const keyOfVisit = (token: string): string => `clipline:link:${token}`;

export function newOpener(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(OPENER_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

export function keepVisit(token: string, visit: KeptVisit): KeptVisit {
  tabStorage.set(keyOfVisit(token), JSON.stringify(visit));
  return visit;
}

const forgetVisit = (token: string): void => tabStorage.remove(keyOfVisit(token));

export function readVisit(token: string): KeptVisit {
  const kept = readJson(keyOfVisit(token), tabStorage) as KeptVisit | null;
  return typeof kept?.opener === 'string' ? kept : keepVisit(token, { opener: newOpener() });
}
