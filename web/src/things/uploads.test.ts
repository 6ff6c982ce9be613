import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';

beforeEach(() => {
  vi.resetModules();
  fakeBrowser();
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, body: { dataset: {} } });
});

const file = (name: string) => new File(['x'], name);

async function queue(...names: string[]) {
  const { addFiles, uploadFiles, moveFiles } = await import('./uploads.ts');
  const { toast } = await import('../ui/toast.ts');
  const failed = vi.spyOn(toast, 'error').mockReturnValue(1);
  addFiles('a', names.map(file));
  return { uploadFiles, moveFiles, failed };
}

it('uploads one after the other, in their order', async () => {
  const { uploadFiles } = await queue('1', '2', '3');
  const running: string[] = [];
  const { uploaded, complete } = await uploadFiles('a', async ({ name }) => {
    running.push(name);
    await Promise.resolve();
    expect(running.pop()).toBe(name);
    return name;
  });
  expect([uploaded, complete]).toEqual([['1', '2', '3'], true]);
});

it('keeps what failed, tells of all of it once, and tries it again when asked', async () => {
  const { uploadFiles, failed } = await queue('1', '2', '3');
  const broken = async ({ name }: File) => {
    if (name !== '2') throw new Error('No space left');
    return name;
  };
  expect(await uploadFiles('a', broken)).toEqual({ uploaded: ['2'], complete: false });
  expect(failed.mock.calls).toEqual([['Failed to upload file', '1, 3: No space left', {}]]);
  const whole = async ({ name }: File) => name;
  expect(await uploadFiles('a', whole, { again: false })).toEqual({
    uploaded: [],
    complete: false,
  });
  expect(await uploadFiles('a', whole)).toEqual({ uploaded: ['1', '3'], complete: true });
});

it('the same file keeps its idempotency key from one try to the next', async () => {
  const { uploadFiles } = await queue('1');
  const keys: string[] = [];
  const send = async (_: File, { idempotencyKey }: { idempotencyKey: string }) => {
    keys.push(idempotencyKey);
    if (keys.length === 1) throw new Error('lost');
    return 'done';
  };
  await uploadFiles('a', send);
  await uploadFiles('a', send);
  expect(keys[0]).toBe(keys[1]);
});

it('what waits goes along to another key', async () => {
  const { uploadFiles, moveFiles } = await queue('1');
  moveFiles('a', 'b');
  expect((await uploadFiles('a', async () => 1)).uploaded).toEqual([]);
  expect((await uploadFiles('b', async () => 1)).uploaded).toEqual([1]);
});

it('says after a reload which files did not arrive, once', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const { uploadFiles } = await queue('plan.pdf', 'list.txt');
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const running = uploadFiles('a', () => released);
  const reloaded = async () => {
    vi.resetModules();
    const { toast } = await import('../ui/toast.ts');
    const told = vi.spyOn(toast, 'error').mockReturnValue(1);
    await import('./uploads.ts');
    return told.mock.calls;
  };
  const [[title, text] = []] = await reloaded();
  expect(title).toBe('Upload cut off');
  expect(text).toContain('plan.pdf, list.txt did not arrive');
  expect(await reloaded()).toEqual([]);
  release();
  await running;
  // What arrived is not told of.
  expect(await reloaded()).toEqual([]);
});
