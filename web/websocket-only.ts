import type { Plugin } from 'vite';

/** The socket client carries three more ways to connect that this product never uses: 3 kB of every first visit to a live page. */
export function websocketOnly(): Plugin {
  return {
    name: 'websocket-only',
    load: (id) =>
      id.endsWith('/engine.io-client/build/esm/transports/index.js')
        ? `import { WS } from './websocket.js'; export const transports = { websocket: WS };`
        : undefined,
  };
}
