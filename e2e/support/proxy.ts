import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before the product, and can be told to be in the way. */
export interface Proxy {
  /** Such as http://localhost:40123. */
  readonly url: string;
  /** Nothing listens there any more, and what was open is cut. */
  stop(): Promise<void>;
  /** Listens at the same address again. */
  start(): Promise<void>;
}

interface Ways {
  /** Replies instead of the product; false leaves it to that. */
  readonly answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The product does what was asked, and its reply never arrives. */
  readonly losesReply?: (request: IncomingMessage) => boolean;
}

export async function startProxy(target: string, ways: Ways = {}): Promise<Proxy> {
  const { hostname, port: targetPort } = new URL(target);
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => {
      if (ways.answers?.(request, response)) return;
      const { url: path = '/', method = 'GET', headers } = request;
      const passed = ask({ hostname, port: targetPort, path, method, headers }, (reply) => {
        if (ways.losesReply?.(request)) {
          response.destroy();
          return;
        }
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
        // Either side may leave in the middle.
        reply.on('error', () => response.destroy());
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    start: async () => void (await listen(port)),
  };
}
