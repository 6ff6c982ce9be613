import { beforeEach, expect, test, vi } from 'vitest';

let json: string | null;
const remove = vi.fn<() => void>(() => void (json = null));

/** The module as a page that was just opened has it. */
async function openPage(written: string | null) {
  json = written;
  vi.stubGlobal('document', {
    getElementById: (id: string) =>
      id === 'written' && json !== null ? { textContent: json, remove } : null,
    querySelector: () => ({ scrollTop: 120 }),
  });
  vi.resetModules();
  return import('./written.ts');
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  remove.mockClear();
});

test('what the server wrote is out of the document at once, and given once', async () => {
  const { takeWritten } = await openPage('{"id":"one"}');
  expect(remove).toHaveBeenCalledOnce();
  expect(takeWritten()).toEqual({ id: 'one' });
  expect(takeWritten()).toBeNull();
});

test.each([null, '', '{"id":"cut o'])('%j is nothing', async (written) => {
  const { takeWritten } = await openPage(written);
  expect(takeWritten()).toBeNull();
});

test('half a minute after the page was opened it is too old', async () => {
  const { takeWritten } = await openPage('{"id":"one"}');
  vi.advanceTimersByTime(30_001);
  expect(takeWritten()).toBeNull();
});

test('the field that takes over is where its reader was, and no later one', async () => {
  const { takeWritten, keepScroll } = await openPage('{"id":"one"}');
  takeWritten();
  const fields = [{ scrollTop: 0 }, { scrollTop: 7 }] as HTMLElement[];
  fields.forEach(keepScroll);
  expect(fields.map(({ scrollTop }) => scrollTop)).toEqual([120, 7]);
});
