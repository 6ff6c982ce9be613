/** What opening a link gave this tab; kept over a reload, and gone with the tab. */
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
}

const OPENER_BYTES = 16;
const memory = new Map<string, string>();
export const keyOfVisit = (token: string): string => `clipline:link:${token}`;

/** 128 random bits, as 22 characters. */
export function newOpener(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(OPENER_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

export function keepVisit(token: string, visit: KeptVisit): KeptVisit {
  const text = JSON.stringify(visit);
  memory.set(token, text);
  try {
    sessionStorage.setItem(keyOfVisit(token), text);
  } catch {
    // Forbidden: it then lasts as long as the page.
  }
  return visit;
}

export function forgetVisit(token: string): void {
  memory.delete(token);
  try {
    sessionStorage.removeItem(keyOfVisit(token));
  } catch {
    // Nothing was stored there.
  }
}

function stored(token: string): string | null {
  try {
    return sessionStorage.getItem(keyOfVisit(token)) ?? memory.get(token) ?? null;
  } catch {
    return memory.get(token) ?? null;
  }
}

/** What is kept of this link, or a fresh opener. */
export function readVisit(token: string): KeptVisit {
  try {
    const kept = JSON.parse(stored(token) ?? 'null') as KeptVisit | null;
    if (kept && typeof kept.opener === 'string') return kept;
  } catch {
    // Damaged: as if nothing was kept.
  }
  return keepVisit(token, { opener: newOpener() });
}
