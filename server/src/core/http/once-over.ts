import type { ServerResponse } from 'node:http';

/**
 * Calls `end` once a response was read or its connection is gone; at once where that happened
 * already, as while it was looked up who asks.
 */
export function onceOver(response: ServerResponse, end: () => void): void {
  if (response.closed) end();
  else response.once('close', end);
}
