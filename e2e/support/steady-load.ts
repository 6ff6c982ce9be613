import { Agent, request } from 'node:http';

const TICK_MS = 10;
const MAX_AT_ONCE = 16;

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One call over a connection that is kept; returns the JSON. Throws unless the status is 2xx. */
export function sendJson(
  agent: Agent,
  { method, url, headers = {}, body }: Sent,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const described =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
    const outgoing = request(
      url,
      { method, agent, headers: { ...headers, ...described } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const answer = Buffer.concat(chunks).toString();
          const status = incoming.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(JSON.parse(answer));
          else reject(new Error(`${status} ${answer.slice(0, 200)}`));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

/**
 * Calls at an even pace, up to a hundred a second: less on a machine that does not keep up, never
 * more at once to catch up.
 */
export interface SteadyLoad {
  /** What went wrong, in words. */
  readonly failures: readonly string[];
  /** Resolves after so many more responses, good or bad. */
  moreAnswers(count: number): Promise<void>;
  /** Begins no more and waits for what is under way. */
  stop(): Promise<void>;
}

export function startSteadyLoad(one: (turn: number) => Promise<void>): SteadyLoad {
  const failures: string[] = [];
  const running = new Set<Promise<void>>();
  const waiting = new Set<{ until: number; resolve: () => void }>();
  let [turn, answered] = [0, 0];
  const begin = () => {
    if (running.size >= MAX_AT_ONCE) return;
    const call = one(turn++)
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => {
        running.delete(call);
        answered += 1;
        for (const each of waiting) if (answered >= each.until) each.resolve();
      });
    running.add(call);
  };
  const timer = setInterval(begin, TICK_MS);
  return {
    failures,
    moreAnswers: (count) =>
      new Promise((resolve) => waiting.add({ until: answered + count, resolve })),
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
