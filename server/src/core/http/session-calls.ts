import type { ServerResponse } from 'node:http';
import { onceOver } from './once-over.ts';

interface RunningCall {
  readonly ended: AbortController;
  readonly response: ServerResponse;
}

/**
 * The long calls that run on this node, by the session they came with: a session's end is theirs.
 */
export interface SessionCalls {
  /** Returns the signal that what the call receives must stop; what it sends is cut. */
  begin(sessionId: string, response: ServerResponse): AbortSignal;
  end(sessionId: string): void;
  /** The sessions that have such a call. */
  sessions(): string[];
}

export function createSessionCalls(): SessionCalls {
  const running = new Map<string, Set<RunningCall>>();
  return {
    begin(sessionId, response) {
      const call = { ended: new AbortController(), response };
      const calls = running.get(sessionId) ?? new Set();
      running.set(sessionId, calls.add(call));
      onceOver(response, () => {
        calls.delete(call);
        if (calls.size === 0 && running.get(sessionId) === calls) running.delete(sessionId);
      });
      return call.ended.signal;
    },
    end(sessionId) {
      for (const { ended, response } of running.get(sessionId) ?? []) {
        ended.abort();
        // An answer that has begun cannot become a refusal any more.
        if (response.headersSent && !response.writableEnded) response.destroy();
      }
    },
    sessions: () => [...running.keys()],
  };
}
