import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config.ts';
import { isOwnHost } from '../http/origins.ts';

const { createServer } = process.getBuiltinModule('node:http');

/** Figures are for those who run the machine: no one else reaches this address. */
const HOST = '127.0.0.1';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

interface Figures {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** Serves GET /metrics on a port of its own. */
export async function listenForScrapes(port: number, figures: Figures): Promise<Listener> {
  const server = createServer((request, response) => {
    // A page whose name was made to point here (DNS rebinding) could read the answer.
    if (!isOwnHost(request.headers.host, `http://${HOST}`)) {
      response.writeHead(421).end();
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    figures.metrics().then(
      (text) => response.writeHead(200, { 'content-type': figures.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `METRICS_PORT ${port} on ${HOST} cannot be listened on: ${code}. Set METRICS_PORT to another number.`,
      {
        cause: error,
      },
    );
  }
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
