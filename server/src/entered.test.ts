import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildTestApp } from '../testing/build-test-app.ts';
import { call } from '../testing/call.ts';
import { signUp } from '../testing/factories.ts';

const OURS = /\/((?:server|contract)\/src\/(?!.*\.test\.ts).*)$/;

/** The files of which a function ran since it was last asked; what has no name is of the tests. */
async function enteredSince(inspector: Session): Promise<string[]> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges: [whole] }) => functionName && whole!.count > 0),
    )
    .flatMap(({ url }) => OURS.exec(url)?.[1] ?? []);
}

test('a call enters few files', async () => {
  const app = await buildTestApp({ NODE_ENV: 'production', RATE_LIMITS: 'on' });
  const { headers } = await signUp(app);
  const ask = async (what: Parameters<typeof call>[1], body?: object) => {
    const answer = await call(app, what, { headers, ...(body && { body }) });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const clip = await ask('POST /clipboard', { content: 'first' });
  const room = await ask('POST /rooms', { name: 'Room', isPrivate: true });
  /** Each with how many files a reader has to know for it at most. */
  const calls: [string, number, (content: string) => Promise<unknown>][] = [
    ['GET a clip', 23, () => ask(`GET /clipboard/${clip.id}`)],
    ['PUT a clip', 35, (content) => ask(`PUT /clipboard/${clip.id}`, { content })],
    [
      'POST into a room',
      37,
      (content) => ask(`POST /rooms/${room.id}/content`, { content, type: 'text' }),
    ],
  ];
  const inspector = new Session();
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (const [name, most, make] of calls) {
    await make('warm');
    let least: string[] = [];
    // Work in the background falls into some of them.
    for (let turn = 0; turn < 5; turn++) {
      await delay(100);
      await enteredSince(inspector);
      await make(`text ${turn}`);
      await delay(40);
      const entered = await enteredSince(inspector);
      if (turn === 0 || entered.length < least.length) least = entered;
    }
    expect(least).toContain('server/src/core/http/serve.ts');
    expect(least.length, `${name}: ${least.toSorted().join(' ')}`).toBeLessThanOrEqual(most);
  }
  inspector.disconnect();
  await app.stop();
});
