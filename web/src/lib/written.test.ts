import { beforeEach, expect, test, vi } from 'vitest';

let json: string | null;
const remove = vi.fn<() => void>(() => void (json = null));

const writtenField = {
  scrollTop: 120,
  selectionStart: 4,
  selectionEnd: 7,
  selectionDirection: 'backward',
};

/** The module as a page that was just opened has it. */
async function openPage(written: string | null, opened: { activeElement?: object } = {}) {
  json = written;
  vi.stubGlobal('document', {
    getElementById: (id: string) =>
      id === 'written' && json !== null ? { textContent: json, remove } : null,
    querySelector: () => writtenField,
    activeElement: null,
    ...opened,
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

/** A field of the app, which the page scrolls to what is selected. */
const fieldOfApp = () => ({
  scrollTop: 7,
  focus: vi.fn<(options: object) => void>(),
  setSelectionRange: vi.fn<(...range: unknown[]) => void>(function (this: { scrollTop: number }) {
    this.scrollTop = 0;
  }),
});
const asField = (field: object) => field as HTMLTextAreaElement;

test('the field that takes over is where its reader was, and no later one', async () => {
  const { takeWritten, keepPlace } = await openPage('{"id":"one"}');
  takeWritten();
  const fields = [fieldOfApp(), fieldOfApp()];
  for (const field of fields) keepPlace(asField(field));
  expect(fields.map(({ scrollTop }) => scrollTop)).toEqual([120, 7]);
  // Whose focus is elsewhere keeps it there.
  for (const { focus } of fields) expect(focus).not.toHaveBeenCalled();
});

test('what its reader had selected is selected still', async () => {
  const opened = { activeElement: writtenField };
  const { takeWritten, keepPlace } = await openPage('{"id":"one"}', opened);
  takeWritten();
  const field = fieldOfApp();
  keepPlace(asField(field));
  expect(field.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  expect(field.setSelectionRange).toHaveBeenCalledExactlyOnceWith(4, 7, 'backward');
  expect(field.scrollTop).toBe(120);
});
