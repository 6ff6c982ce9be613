import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { ProductError } from '@clipline/contract/errors.ts';
import { expect, test } from 'vitest';
import { Queue } from './queue.ts';

/** Works that end when they are told to, by name. */
function works() {
  const queue = new Queue({ running: 2, runningEach: 1, waitingEach: 3, retryAfterSeconds: 1 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (person: string, name: string, gone?: AbortSignal) =>
    queue.run(
      person,
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      gone,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { run, begun, end };
}
const refused = { code: 'UNAVAILABLE' } satisfies Partial<ProductError>;

test('two run at once, one of each sender, and those who wait have their turns', async () => {
  const { run, begun, end } = works();
  const all = ['ada 1', 'ada 2', 'ada 3', 'bob 1', 'eve 1'].map((name) =>
    run(name.slice(0, 3), name),
  );
  await turn();
  expect(begun).toEqual(['ada 1', 'bob 1']);
  await end('ada 1');
  expect(begun.slice(2)).toEqual(['eve 1']);
  await end('bob 1');
  expect(begun.slice(3)).toEqual(['ada 2']);
  await end('ada 2');
  await end('eve 1');
  expect(begun.slice(4)).toEqual(['ada 3']);
  await end('ada 3');
  expect(await Promise.all(all)).toHaveLength(5);
});

test('each place that becomes free is the next sender’s, though none of theirs has ended', async () => {
  const queue = new Queue({ running: 2, retryAfterSeconds: 1 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  for (const name of ['eve 1', 'sam 1', 'ada 1', 'ada 2', 'bob 1'])
    void queue.run(name.slice(0, 3), () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  await turn();
  for (const end of ends.splice(0)) end();
  await turn();
  expect(begun).toEqual(['eve 1', 'sam 1', 'ada 1', 'bob 1']);
});

test('a newer one replaces the oldest that waits, and a caller who is gone is left out', async () => {
  const { run, begun, end } = works();
  const first = run('ada', '1');
  const second = run('ada', '2');
  const others = [run('ada', '3'), run('ada', '4')];
  const gone = new AbortController();
  const last = run('ada', '5', gone.signal);
  await expect(second).rejects.toMatchObject(refused);
  gone.abort();
  await expect(last).rejects.toMatchObject(refused);
  await expect(run('ada', '6', gone.signal)).rejects.toMatchObject(refused);
  for (const name of ['1', '3', '4']) await end(name);
  expect(await Promise.all([first, ...others])).toEqual(['1', '3', '4']);
  expect(begun).toEqual(['1', '3', '4']);
});

test('a signal that lives on holds nothing of what had its turn', async () => {
  const { signal } = new AbortController();
  await new Queue({ running: 1, retryAfterSeconds: 1 }).run('ada', async () => {}, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('one who has much waiting waits for all others, and loses its latest when all is full', async () => {
  const queue = new Queue({ running: 1, waiting: 4, retryAfterSeconds: 5 });
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (from: string, name: string) =>
    queue
      .run(from, async () => void begun.push(name))
      .catch((error: { code: string }) => error.code);
  const running = queue.run('flood', () => gate.promise);
  const flood = ['a', 'b', 'c', 'd'].map((name) => ask('flood', name));
  const last = ask('flood', 'e');
  const others = [ask('ada', 'ada'), ask('bob', 'bob')];
  gate.resolve();
  await running;
  expect(await Promise.all([...flood, last, ...others])).toEqual([
    undefined,
    undefined,
    'UNAVAILABLE',
    'UNAVAILABLE',
    'UNAVAILABLE',
    undefined,
    undefined,
  ]);
  expect(begun).toEqual(['ada', 'bob', 'a', 'b']);
});

test('so many run, so many wait, in order; the next is told to come back', async () => {
  const queue = new Queue({ running: 2, waiting: 3, retryAfterSeconds: 5 });
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const all = gates.map((gate, index) =>
    queue.run('here', () => {
      begun.push(index);
      return gate.promise;
    }),
  );
  await expect(all[5]).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('failed work gives its turn back too'));
  await expect(all[1]).rejects.toThrow('failed work');
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await Promise.all([all[0], all[2], all[3], all[4]]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await expect(queue.run('here', async () => 'again')).resolves.toBe('again');
});
