import { ProductError } from '@clipline/contract/errors.ts';
import type { ImportResult } from '@clipline/contract/schemas/account.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { fakeLinks } from '../../testing/fake-links.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { button, choose, main, news, says, show } from '../../testing/show.tsx';
import { subscription, PROFILE } from '../../testing/things.ts';

const NOTHING: ImportResult = {
  clips: { added: 0, known: 0 },
  rooms: { added: 0, known: 0 },
  roomItems: { added: 0, known: 0 },
  desktopItems: { added: 0, known: 0 },
  files: 0,
  skipped: [],
  skippedTotal: 0,
};
const ZIP = new File(['PK'], 'clipline.zip', { type: 'application/zip' });

beforeEach(() =>
  replies({
    'GET /account': PROFILE,
    'GET /account/sessions': [],
    'GET /account/tokens': [],
    'GET /billing/subscription': subscription(),
  }),
);

describe('export', () => {
  test('the browser itself fetches the archive', async () => {
    const followed = fakeLinks();
    replies({ 'POST /account/export-link': { url: '/api/account/export?signature=s' } });
    await show('/account');
    await button('Export my data').click();
    await expect
      .poll(() => followed)
      .toEqual([{ path: '/api/account/export?signature=s', name: '' }]);
  });

  test('takes its time', async () => {
    handle('POST /account/export-link', silence);
    await show('/account');
    await button('Export my data').click();
    await expect.element(button('Preparing...')).toBeVisible();
  });

  test.each([
    [refuse(new ProductError('TOO_MANY_REQUESTS')), 'Too many requests.'],
    [noReply(), 'Could not reach the server.'],
  ])('a failure says why (%#)', async (reply, reason) => {
    replies({ 'POST /account/export-link': reply });
    await show('/account');
    await button('Export my data').click();
    await says(news(), 'Failed to export your data');
    await says(news(), reason);
  });
});

describe('import', () => {
  const bring = async (file = ZIP) => {
    await show('/account');
    await expect.element(button('Import an export')).toBeVisible();
    await choose(file);
  };

  test('tells what came, what was here, and what was left out and why', async () => {
    replies({
      'POST /account/import': {
        ...NOTHING,
        clips: { added: 1234, known: 5 },
        rooms: { added: 1, known: 0 },
        files: 7,
        skipped: [
          { name: 'film.mp4', reason: 'file-too-large' },
          { name: 'Trip', reason: 'too-many-rooms' },
        ],
        skippedTotal: 5,
      },
    });
    await bring();
    await says(main(), 'Import finished');
    const table = page.getByRole('table', { name: 'What was imported' });
    await expect.element(table.getByRole('row', { name: 'Clips 1,234 5' })).toBeVisible();
    await expect.element(table.getByRole('row', { name: 'Rooms 1 0' })).toBeVisible();
    await expect.element(table.getByRole('row', { name: 'Files 7 0' })).toBeVisible();
    await expect.element(table).not.toMatchTextContent('Blocks on the desktop');
    await says(main(), 'Members of rooms were not invited again');
    await says(main(), 'film.mp4 is larger than 10 MB');
    await says(main(), 'Trip is a room, and you are in as many as one can be.');
    await expect.poll(() => sent('POST /account/import')[0]!.file.name).toBe('clipline.zip');
    await expectAccessible();
  });

  test('a second time brings nothing new', async () => {
    replies({ 'POST /account/import': { ...NOTHING, clips: { added: 0, known: 9 } } });
    await bring();
    await says(main(), 'Everything in this export is here already.');
  });

  test('shows that it goes on', async () => {
    const answer = later<typeof NOTHING>();
    handle('POST /account/import', () => answer.reply);
    await bring();
    const sending = 'Sending clipline.zip';
    await says(main(), sending);
    await expect.element(page.getByRole('progressbar', { name: sending })).toBeInTheDocument();
    // One at a time.
    await choose(ZIP);
    answer.give({ ...NOTHING, clips: { added: 0, known: 9 } });
    await says(main(), 'Everything in this export is here already.');
    expect(sent('POST /account/import')).toHaveLength(1);
  });

  test.each([
    'NOT_AN_EXPORT',
    'ARCHIVE_ENCRYPTED',
    'ARCHIVE_TOO_NEW',
    'IMPORT_RUNNING',
    'STORAGE_FULL',
  ] as const)('%s is told where it was chosen', async (code) => {
    const error = new ProductError(code);
    replies({ 'POST /account/import': refuse(error) });
    await bring();
    await says(main().getByRole('alert'), error.message);
  });

  test('a lost connection says that it can be tried again, and it can', async () => {
    replies({ 'POST /account/import': noReply() });
    await bring();
    await says(main().getByRole('alert'), 'The connection was lost. Choose the same file again');
    replies({ 'POST /account/import': { ...NOTHING, clips: { added: 3, known: 0 } } });
    await choose(ZIP);
    await says(main(), 'Import finished');
    await expect.element(main().getByRole('alert')).not.toBeInTheDocument();
  });

  test('more than the server takes is not sent', async () => {
    const large = new File([], 'all.zip');
    Object.defineProperty(large, 'size', { value: 1024 ** 3 + 1 });
    await show('/account');
    await expect.element(button('Import an export')).toBeVisible();
    // A file of that size would not fit: its list is given as it is.
    const picker = page.getByLabelText('Import an export').first().element() as HTMLInputElement;
    Object.defineProperty(picker, 'files', { value: [large] });
    picker.dispatchEvent(new Event('change', { bubbles: true }));
    await says(main().getByRole('alert'), 'all.zip is larger than 1 GB.');
    expect(sent('POST /account/import')).toEqual([]);
  });
});
