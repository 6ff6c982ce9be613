import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/**
 * Stands between the program and a service, and can fall silent: nothing passes, nothing is closed,
 * as when packets get lost.
 */
export interface SilentProxy {
  readonly url: string;
  fallSilent(): void;
  /** Ends every connection and each new one at once, as a service does that is not there. */
  cut(): void;
  /** What was held back passes, as TCP sends again what was lost. */
  speakAgain(): void;
  stop(): Promise<void>;
}

export async function startSilentProxy(serviceUrl: string): Promise<SilentProxy> {
  const service = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let speech = Promise.withResolvers<void>();
  let [isSilent, isCut] = [false, false];
  speech.resolve();

  async function pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const bytes of from) {
        await speech.promise;
        if (!to.write(bytes as Buffer)) await once(to, 'drain');
      }
      await speech.promise;
      to.end();
    } catch {
      to.destroy();
    }
  }
  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = keep(
      connect({ port: Number(service.port), host: service.hostname, allowHalfOpen: true }),
    );
    keep(near);
    void pass(near, far);
    void pass(far, near);
  });
  const url = new URL(serviceUrl);
  url.hostname = '127.0.0.1';
  url.port = String(await listen(server));
  return {
    url: url.href.replace(/\/$/, ''),
    fallSilent() {
      if (!isSilent) speech = Promise.withResolvers();
      isSilent = true;
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    speakAgain() {
      [isSilent, isCut] = [false, false];
      speech.resolve();
    },
    async stop() {
      isSilent = false;
      speech.resolve();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
