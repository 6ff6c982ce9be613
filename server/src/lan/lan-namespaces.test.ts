import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { upload } from '../../testing/uploads.ts';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });
/** Names and addresses of this run, so that runs beside each other do not meet. */
const run = String(process.pid % 10_000);
const second = 100 + (process.pid % 100);

/**
 * Two local networks with the server on both, as a server with two cards has them: three devices,
 * each a host of its own.
 */
const devices = { laptop: [1, 2], phone: [1, 3], stranger: [2, 2] } as const;
type Device = keyof typeof devices;
const namespaceOf = (device: Device) => `cl${run}-${device}`;
const addressOf = (device: Device) => `10.${second}.${devices[device].join('.')}`;
const serverOn = (device: Device) => `10.${second}.${devices[device][0]}.1`;

function reasonAgainst(): string | undefined {
  const probe = `cl${run}-probe`;
  try {
    ip('netns', 'add', probe);
    ip('link', 'add', `cl${run}b0`, 'type', 'bridge');
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1);
  } finally {
    remove('link', `cl${run}b0`);
    remove('netns', probe);
  }
}

function remove(kind: 'link' | 'netns', name: string): void {
  try {
    ip(kind, 'delete', name);
  } catch {
    // It was never there.
  }
}

function connectDevices(): void {
  for (const lan of [1, 2]) {
    ip('link', 'add', `cl${run}b${lan}`, 'type', 'bridge');
    ip('address', 'add', `10.${second}.${lan}.1/24`, 'dev', `cl${run}b${lan}`);
    ip('link', 'set', `cl${run}b${lan}`, 'up');
  }
  for (const [index, device] of (Object.keys(devices) as Device[]).entries()) {
    const namespace = namespaceOf(device);
    const cable = `cl${run}v${index}`;
    ip('netns', 'add', namespace);
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', cable, 'master', `cl${run}b${devices[device][0]}`, 'up');
    ip('-n', namespace, 'address', 'add', `${addressOf(device)}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'route', 'add', 'default', 'via', serverOn(device));
  }
}

function removeDevices(): void {
  for (const [index, device] of (Object.keys(devices) as Device[]).entries()) {
    remove('link', `cl${run}v${index}`);
    remove('netns', namespaceOf(device));
  }
  for (const lan of [1, 2]) remove('link', `cl${run}b${lan}`);
}

const against = reasonAgainst();
const need = against === undefined ? '' : ` (needs network namespaces: ${against})`;

describe.skipIf(against !== undefined)(`on two real local networks${need}`, () => {
  let app: TestApp;
  const processes: ChildProcess[] = [];

  beforeAll(async () => {
    app = await buildTestApp({ HOST: '0.0.0.0' });
    connectDevices();
  });
  afterAll(async () => {
    // In this order: a connection whose other end vanished with its network would be waited for.
    const exits = processes.map((child) => once(child, 'exit'));
    for (const child of processes) child.kill();
    await Promise.all(exits);
    await app.stop();
    removeDevices();
  });

  /** A process on the device that has opened its connection. */
  async function open(device: Device, type: string, cookie = '') {
    const peerId = randomUUID();
    const script = path.resolve(import.meta.dirname, '../../testing/lan-device.ts');
    const url = `http://${serverOn(device)}:${new URL(app.url).port}`;
    const child = spawn(
      'ip',
      ['netns', 'exec', namespaceOf(device), process.execPath, script, url, type, peerId, cookie],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    processes.push(child);
    const heard: [string, any][] = [];
    let wake = () => {};
    createInterface({ input: child.stdout }).on('line', (line) => {
      heard.push(JSON.parse(line));
      wake();
    });
    /** The newest message of a kind that fits. */
    async function hears(name: string, fits: (payload: any) => boolean = () => true): Promise<any> {
      for (;;) {
        const found = heard.findLast(([event, payload]) => event === name && fits(payload));
        if (found) return found[1];
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    const ask = (event: string, payload: unknown = {}) => {
      const before = heard.filter(([name]) => name === `answer to ${event}`).length;
      child.stdin.write(`${JSON.stringify([event, payload])}\n`);
      return hears(
        `answer to ${event}`,
        () => heard.filter(([name]) => name === `answer to ${event}`).length > before,
      );
    };
    const get = (link: string) => {
      child.stdin.write(`${JSON.stringify(['fetch', link])}\n`);
      return hears('fetched');
    };
    await hears('connected');
    return { peerId, heard, hears, ask, get };
  }

  test('devices of one meet, devices of different ones never do', async () => {
    const { headers, desktop } = await openBrowser(app, 'From the laptop');
    await upload(app, '/virtual-desktop/items/file', headers, {
      name: 'photo.txt',
      bytes: 'a photo',
    });
    const phone = await open('phone', 'lan_discover');
    const stranger = await open('stranger', 'lan_discover');
    await Promise.all([phone, stranger].map((each) => each.ask('lan:discover:request_peers')));

    const laptop = await open('laptop', 'lan_host', headers.cookie);
    const announced = await laptop.ask('lan:host:announce', { name: 'Laptop' });
    expect(announced).toMatchObject({
      ok: true,
      peer: { name: 'Laptop', ip: addressOf('laptop') },
      security: { network: 'private' },
    });
    expect(await phone.hears('lan:peer:announce')).toEqual(announced.peer);
    expect((await phone.ask('lan:discover:request_peers')).peers).toEqual([announced.peer]);

    expect(await phone.ask('lan:peer:connect', { peerId: laptop.peerId })).toEqual({
      ok: true,
      status: 'connected',
    });
    const data = await phone.hears('lan:peer:desktop_data');
    expect(data).toMatchObject({
      peerId: laptop.peerId,
      desktopId: desktop.id,
      items: [{ content: 'From the laptop' }, { file_name: 'photo.txt' }],
    });
    expect(await phone.get(data.items[1].file_url)).toEqual([200, 'a photo']);
    expect((await laptop.hears('lan:host:peers')).peers).toMatchObject([
      { id: phone.peerId, ip: addressOf('phone') },
    ]);

    expect((await stranger.ask('lan:discover:request_peers')).peers).toEqual([]);
    expect(await stranger.ask('lan:peer:connect', { peerId: laptop.peerId })).toMatchObject({
      ok: false,
      code: 'NOT_LOCAL_NETWORK',
    });
    const heardByStranger = new Set(
      stranger.heard.map(([name]) => name).filter((name) => name.startsWith('lan:')),
    );
    expect(heardByStranger).toEqual(new Set(['lan:peers:list', 'lan:error']));
    expect(JSON.stringify(stranger.heard)).not.toContain(laptop.peerId);
  });
});
