import type { FastifyReply } from 'fastify';
import { onceOver } from './once-over.ts';

/** Aborted when the caller goes away before the answer: a newer search has replaced this one. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(raw, () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
