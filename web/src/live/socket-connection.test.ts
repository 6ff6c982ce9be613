import type { Socket } from 'socket.io-client';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { speak } from '../lib/language.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import * as connections from './socket-connection.ts';

class FakeSocket {
  connected = false;
  attempts = 0;
  sent: unknown[][] = [];
  handlers = new Map<string, (...values: unknown[]) => void>();
  any: (event: string, payload: unknown) => void = () => {};
  on = (event: string, handler: (...values: unknown[]) => void) =>
    this.handlers.set(event, handler);
  onAny = (handler: typeof this.any) => (this.any = handler);
  emit = (...values: unknown[]) => this.sent.push(values);
  connect() {
    this.attempts += 1;
  }
  disconnect() {
    if (this.connected) this.drop('io client disconnect');
  }
  accept() {
    this.connected = true;
    this.handlers.get('connect')!();
  }
  drop(reason: string) {
    this.connected = false;
    this.handlers.get('disconnect')!(reason);
  }
  refuse(message: string) {
    this.handlers.get('connect_error')!(new Error(message));
  }
}

let socket: FakeSocket;
const { reconnectDelay } = connections;
const createConnection = () =>
  connections.createConnection({}, async () => ({ io: () => socket as unknown as Socket }));

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  socket = new FakeSocket();
});

/** The client is loaded with the first connection. */
const settled = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};

describe('the connection', () => {
  it('opens for a signed-in person and closes when they leave', async () => {
    const connection = createConnection();
    expect(connection.snapshot()).toMatchObject({ state: 'disconnected', waitingSince: undefined });
    connection.setUser('ada');
    await settled();
    expect(connection.snapshot()).toMatchObject({
      state: 'connecting',
      waitingSince: expect.any(Number),
    });
    socket.accept();
    expect(connection.snapshot()).toMatchObject({ state: 'connected', epoch: 1 });
    connection.setUser(null);
    expect(connection.snapshot()).toMatchObject({ state: 'disconnected', waitingSince: undefined });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.attempts).toBe(1);
  });

  it('opens for a page that asks, and closes with it', async () => {
    const connection = createConnection();
    const release = connection.hold();
    await settled();
    socket.accept();
    release();
    expect(connection.snapshot()).toMatchObject({ state: 'disconnected', waitingSince: undefined });
  });

  it('does not try while it is connected or connecting', async () => {
    const connection = createConnection();
    connection.setUser('ada');
    await settled();
    connection.wake();
    connection.hold();
    await settled();
    expect(socket.attempts).toBe(1);
    socket.accept();
    connection.wake();
    await settled();
    expect(socket.attempts).toBe(1);
  });

  it('is cut the moment the browser is offline, and looks for a way back', async () => {
    const connection = createConnection();
    connection.setUser('ada');
    await settled();
    socket.accept();
    connection.cut();
    const cutAt = performance.now();
    expect(connection.snapshot()).toMatchObject({ state: 'disconnected', waitingSince: cutAt });
    await vi.advanceTimersByTimeAsync(reconnectDelay(1));
    expect(socket.attempts).toBe(2);
    // However often it is tried, it has waited since then.
    expect(connection.snapshot()).toMatchObject({ state: 'connecting', waitingSince: cutAt });
    socket.accept();
    expect(connection.snapshot()).toMatchObject({ state: 'connected', waitingSince: undefined });
  });

  it('connects anew as another person', async () => {
    const connection = createConnection();
    connection.hold();
    await settled();
    socket.accept();
    connection.setUser('ada');
    await settled();
    expect([socket.attempts, connection.snapshot().state]).toEqual([2, 'connecting']);
  });

  it.each(['transport close', 'io server disconnect'])(
    'comes back after "%s", without end',
    async (reason) => {
      const connection = createConnection();
      connection.setUser('ada');
      await settled();
      socket.accept();
      socket.drop(reason);
      for (let attempt = 1; attempt <= 12; attempt++) {
        await vi.advanceTimersByTimeAsync(reconnectDelay(attempt));
        expect(socket.attempts).toBe(attempt + 1);
        socket.refuse('timeout');
        await settled();
      }
      await vi.advanceTimersByTimeAsync(30_000);
      socket.accept();
      expect(connection.snapshot()).toMatchObject({ state: 'connected', epoch: 2 });
    },
  );

  it('wakes at once from a long pause', async () => {
    const connection = createConnection();
    connection.setUser('ada');
    await settled();
    socket.refuse('timeout');
    await settled();
    connection.wake();
    await settled();
    expect(socket.attempts).toBe(2);
  });

  it('sends when connected, and only warns when not', async () => {
    const connection = createConnection();
    expect(connection.emit('leave:clip', { clipId: 'c' })).toBe(false);
    expect(console.warn).toHaveBeenCalledOnce();
    connection.setUser('ada');
    await settled();
    socket.accept();
    expect(connection.emit('leave:clip', { clipId: 'c' })).toBe(true);
    expect(socket.sent).toEqual([['leave:clip', { clipId: 'c' }]]);
  });

  it('hands events to who listens', async () => {
    const connection = createConnection();
    const heard: unknown[] = [];
    const off = connection.on('clip-update', (payload) => heard.push(payload));
    connection.setUser('ada');
    await settled();
    socket.any('clip-update', 1);
    socket.any('another', 2);
    off();
    socket.any('clip-update', 3);
    expect(heard).toEqual([1]);
  });

  it('hands failures on in the language of the reader, and everything else as it is', async () => {
    speak('de');
    onTestFinished(() => speak('en'));
    const connection = createConnection();
    // The texts of the language are read and compiled first.
    const loaded = { timeout: 20_000 };
    const heard: unknown[] = [];
    connection.on('lan:error', (failure) => heard.push(failure));
    connection.setUser('ada');
    await settled();
    socket.accept();
    connection.emit('join:clip', { clipId: 'c' }, (answer) => heard.push(answer));
    const [, , acknowledge] = socket.sent[0] as [string, unknown, (answer: unknown) => void];
    acknowledge({ ok: true });
    expect(heard).toEqual([{ ok: true }]);
    acknowledge({ ok: false, error: 'Clip not found', code: 'CLIP_NOT_FOUND' });
    await vi.waitFor(
      () =>
        expect(heard[1]).toEqual({
          ok: false,
          error: 'Clip nicht gefunden',
          code: 'CLIP_NOT_FOUND',
        }),
      loaded,
    );
    socket.any('lan:error', {
      error: 'The other device did not let you in',
      code: 'PEER_REFUSED',
      peerId: 'p',
    });
    await vi.waitFor(
      () =>
        expect(heard[2]).toEqual({
          error: 'Das andere Gerät hat dich nicht hereingelassen',
          code: 'PEER_REFUSED',
          peerId: 'p',
        }),
      loaded,
    );
  });

  it('corrects a flag that missed an event', async () => {
    const connection = createConnection();
    connection.setUser('ada');
    await settled();
    socket.accept();
    socket.connected = false;
    connection.check();
    expect(connection.snapshot().state).toBe('disconnected');
    await vi.advanceTimersByTimeAsync(1000);
    expect(socket.attempts).toBe(2);
  });
});

it('pauses one second five times, then longer, never over thirty', () =>
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99].map(reconnectDelay)).toEqual([
    1000, 1000, 1000, 1000, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]));
