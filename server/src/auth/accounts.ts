import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '../core/db/database.ts';
import type { RateLimits } from '../core/http/limits.ts';
import type { Tell } from '../core/live/tell.ts';

/** What accounts need of the rest of the program. */
export interface Accounts {
  readonly db: Db;
  /** Derives the tokens that follow a refresh. */
  readonly secret: string;
  /** Origin of the links in mails. */
  readonly publicUrl: string;
  /** Whether plans are sold here. */
  readonly billing: boolean;
  readonly limits: RateLimits;
  /** Hands over the mails that were queued; not waited for. */
  readonly deliverMail: () => void;
  /** Closes the sockets of a session that ended. */
  readonly disconnectSession: (sessionId: string) => void;
  readonly tell: Tell;
  /** Marks the browser that a user is signed in with, where something rests on it. */
  readonly browser?: {
    give(reply: FastifyReply, sessionId: string): void;
    take(reply: FastifyReply): void;
  };
  /**
   * What else belongs to a new user, in the transaction that makes them one; returns what is to
   * follow its commit.
   */
  readonly whenConfirmed: (tx: Tx, user: { id: string; email: string }) => Promise<() => void>;
}
