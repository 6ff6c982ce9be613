import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Stands before a server, and cuts the connection on which so many bytes have passed in all. */
export async function startCuttingLine(serviceUrl: string, ...after: number[]) {
  const service = new URL(serviceUrl);
  let [passed, puts] = [0, 0];
  const { promise: allCut, resolve } = Promise.withResolvers<void>();
  const server = createServer((near) => {
    const far = connect(Number(service.port), '127.0.0.1');
    const pass = (from: Socket, to: Socket) => {
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => {
        passed += bytes.length;
        if (bytes.includes('PUT /api/')) puts += 1;
        if (passed < (after[0] ?? Infinity)) return to.write(bytes);
        after.shift();
        if (after.length === 0) resolve();
        return near.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  return {
    env: { CLIPLINE_URL: `${service.protocol}//127.0.0.1:${await listen(server)}` },
    /** Cuts that are still to come. */
    left: after,
    /** Comes before whoever was cut can send more. */
    allCut,
    passed: () => passed,
    puts: () => puts,
    stop: () => server.close(),
  };
}
