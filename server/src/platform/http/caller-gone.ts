import type { FastifyReply } from 'fastify';

/** Aborted when the caller goes away before the answer: a newer search has replaced this one. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
