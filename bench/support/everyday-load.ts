import { setTimeout as delay } from 'node:timers/promises';
import { TEST_PASSWORD } from '../../server/testing/factories.ts';
import { send } from './load.ts';
import type { Seeded } from './seed.ts';
import { clipViewer, type Viewer } from './viewer.ts';

export interface Load {
  /** Requests answered and failed so far. */
  readonly counts: { answered: number; failed: number };
  /** What went wrong, the newest. */
  readonly lastFailure: () => string | undefined;
  stop(): Promise<void>;
}

/** Beyond this many unanswered, none is added: a load that piles up measures itself. */
const MAX_OPEN = 200;
const WATCHED_CLIPS = 20;
const FILE_BYTES = 64 * 1024;
/** A signed-out browser comes and another goes this often. */
const CHURN_MS = 1000;

const BOUNDARY = 'everyday';
const fileOf = (index: number) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${index}.bin"\r\n\r\n`,
    ),
    Buffer.alloc(FILE_BYTES, `file ${index} `),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/**
 * What people do all day, at a steady rate, while others watch; whatever is made is removed again.
 */
export async function startLoad(
  url: string,
  seeded: Seeded,
  { sockets, rate }: { sockets: number; rate: number },
): Promise<Load> {
  const { person, clipIds } = seeded;
  const counts = { answered: 0, failed: 0 };
  let failure: string | undefined;
  const api = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = person.headers,
  ) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await send(`${url}/api${path}`, request);
    counts.answered += 1;
    return JSON.parse(answer.toString() || '{}') as {
      id: string;
      url: string;
      session: { access_token: string };
    };
  };
  const clip = (index: number) => clipIds[index % WATCHED_CLIPS] as string;

  const things: ((index: number) => Promise<unknown>)[] = [
    () => api('GET', '/clipboard/history?page=1&pageSize=20'),
    (index) => api('GET', `/clipboard/${clip(index)}`),
    (index) =>
      api('PUT', `/clipboard/${clip(index)}`, { content: `saved for the ${index}th time` }),
    () => api('GET', '/clipboard/history?page=1&search=ticket'),
    (index) => api('GET', `/clipboard/${clip(index)}`),
    async (index) =>
      api(
        'DELETE',
        `/clipboard/${(await api('POST', '/clipboard', { content: `made and removed ${index}` })).id}`,
      ),
    () => api('GET', '/clipboard/stats'),
    (index) => api('PUT', `/clipboard/${clip(index)}`, { content: `saved again ${index}` }),
    async (index) => {
      const headers = {
        ...person.headers,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      };
      const path = `/clipboard/${clip(index)}/files`;
      const sent = await send(`${url}/api${path}`, {
        method: 'POST',
        headers,
        body: fileOf(index),
      });
      const file = JSON.parse(sent.toString()) as { id: string; url: string };
      await send(new URL(file.url, url).href);
      counts.answered += 2;
      await api('DELETE', `${path}/${file.id}`);
    },
    async (index) => {
      if (index % 50 !== 9) return api('GET', '/clipboard/history?page=2&pageSize=20');
      const { session } = await api(
        'POST',
        '/auth/login',
        { email: person.user.email, password: TEST_PASSWORD },
        {},
      );
      return api('POST', '/auth/logout', undefined, {
        authorization: `Bearer ${session.access_token}`,
      });
    },
  ];

  const viewers: Viewer[] = [];
  for (let at = 0; at < sockets; at++) viewers.push(await clipViewer(url, clip(at)));
  const open = new Set<Promise<void>>();
  let stopped = false;
  let index = 0;
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (stopped) return;
      counts.failed += 1;
      failure = (error as Error).message;
    }
  }
  const begin = (work: () => Promise<unknown>) => {
    const running = attempt(work).finally(() => open.delete(running));
    open.add(running);
  };
  async function askSteadily(): Promise<void> {
    const start = performance.now();
    while (!stopped) {
      const due = ((performance.now() - start) / 1000) * rate;
      for (; index < due && !stopped; index++) {
        const [now, thing] = [index, things[index % things.length]];
        if (open.size < MAX_OPEN && thing) begin(() => thing(now));
      }
      await delay(1000 / rate);
    }
  }
  async function comeAndGo(): Promise<void> {
    for (let turn = 0; !stopped && sockets > 0; turn++) {
      await delay(CHURN_MS);
      viewers.shift()?.close();
      viewers.push(await clipViewer(url, clip(turn)));
    }
  }
  const running = [askSteadily(), comeAndGo()];
  return {
    counts,
    lastFailure: () => failure,
    async stop() {
      stopped = true;
      await Promise.all(running);
      await Promise.all(open);
      for (const viewer of viewers) viewer.close();
    },
  };
}
