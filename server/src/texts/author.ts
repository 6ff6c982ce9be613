import type { CurrentUser } from '../core/http/current-user.ts';

/** Who saves a text, as its history tells. */
export interface Author {
  readonly kind: 'you' | 'link' | 'program';
  /** Tells links and tokens apart; '' for the person whose text it is. */
  readonly id: string;
  /** Of the link or token. */
  readonly label: string | null;
}

/** Whose text it is, in the browser. */
export const OWNER: Author = { kind: 'you', id: '', label: null };

/** A person and their program are two authors: what the one wrote is not lost to the other. */
export const authorOf = ({ program, sessionId }: CurrentUser): Author =>
  program ? { kind: 'program', id: sessionId, label: program.name } : OWNER;
