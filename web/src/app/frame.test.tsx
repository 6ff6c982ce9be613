import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { captureText } from '../capture/capture.ts';
import { outbox } from '../capture/outbox.ts';
import { sendNow } from '../capture/sender.ts';
import { newEntry } from '../capture/entry.ts';
import { addEntry, allEntries } from '../capture/store.ts';
import { getUser, signOut } from '../session/session.ts';
import { SESSION_EXPIRED } from '../session/refresh.ts';
import { markUnsaved } from '../lib/unsaved.ts';
import { USER } from '../testing/fake-browser.ts';
import { handle, later, noReply, refuse, replies, sent } from '../testing/fake-server.ts';
import { connected, cutConnections, hear } from '../testing/fake-socket.ts';
import {
  arrives,
  button,
  dialog,
  field,
  goTo,
  main,
  news,
  says,
  show,
  typeAtOnce,
} from '../testing/show.tsx';
import { clip, room, summary } from '../testing/things.ts';
import { spokenName } from './bottom-bar.tsx';

const MILK = clip('milk', { content: 'Buy milk' });
const TAG = { id: 'work', name: 'Work', color: 'blue', clips: 2 } as const;
const sidebar = () => page.getByRole('complementary', { name: 'Sidebar' });
const entry = (name: string) => sidebar().getByRole('link', { name, exact: true });
const cards = () => main().getByRole('article');
const press = (keys: string) => userEvent.keyboard(keys);

beforeEach(async () => {
  // Wide enough for the sidebar.
  await page.viewport(1280, 800);
  replies({
    'GET /clipboard/history': { clips: [MILK, clip('bread')], total: 2 },
    'GET /clipboard/stats': { totalClips: 2, textClips: 2, favoriteClips: 0, activeRooms: 0 },
    'GET /clipboard/favorites': { clips: [], total: 0 },
    'GET /rooms': [],
    'GET /tags': [TAG],
    'GET /trash': { items: [], total: 0, bytes: 0 },
    'GET /links': { links: [], total: 0 },
    'POST /clipboard': clip('draft', { content: '' }),
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

const showClips = async () => {
  await show('/clips');
  await expect.element(cards()).toHaveLength(2);
};

describe('the sidebar', () => {
  test('leads to each part, and marks the one that is shown', async () => {
    await showClips();
    // Who is signed in stands beside the way to the account.
    await expect.element(entry('Account')).toHaveTextContent('AccountAda');
    // A list of clips belongs to the clips.
    await expect.element(entry('Clipboards')).toHaveAttribute('aria-current', 'page');
    await entry('Rooms').click();
    await arrives('/rooms');
    await expect.element(entry('Rooms')).toHaveAttribute('aria-current', 'page');
    await expect.element(entry('Clipboards')).not.toHaveAttribute('aria-current');
    await entry('Trash').click();
    await arrives('/trash');
    await expect.element(entry('Trash')).toHaveAttribute('aria-current', 'page');
    await entry('Links').click();
    await arrives('/links');
    await expect.element(entry('Links')).toHaveAttribute('aria-current', 'page');
    await expect.element(entry('Clipboards')).not.toHaveAttribute('aria-current');
  });

  test('is a rail on demand, also the next time', async () => {
    const first = await show('/rooms');
    await button('Collapse sidebar').click();
    await expect.element(button('Expand sidebar')).toHaveAttribute('aria-expanded', 'false');
    // Its words are there for readers.
    await expect.element(entry('Rooms')).toBeInTheDocument();
    await first.unmount();
    await show('/rooms');
    await button('Expand sidebar').click();
    await expect.element(button('Collapse sidebar')).toBeVisible();
  });

  test('without a trash has no way there', async () => {
    document.body.dataset['trashDays'] = '0';
    await show('/rooms');
    await expect.element(entry('Account')).toBeVisible();
    expect(entry('Trash').query()).toBeNull();
    document.body.dataset['trashDays'] = '30';
  });

  test('turns the theme', async () => {
    await show('/rooms');
    const before = document.documentElement.dataset['theme'];
    await sidebar().getByRole('button', { name: /theme/ }).click();
    await expect.poll(() => document.documentElement.dataset['theme']).not.toBe(before);
    await sidebar().getByRole('button', { name: /theme/ }).click();
    await expect.poll(() => localStorage.getItem('theme')).toBeNull();
  });

  test('is passed by with the first Tab', async () => {
    await show('/rooms');
    await expect.element(entry('Rooms')).toBeVisible();
    await press('{Tab}');
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  });
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  test.each([
    ['Virtual Desktop', 'Desktop', 'Virtual Desktop'],
    ['Presse-papiers', 'Clips', 'Clips'],
  ])('%s, shown as %s, is called %s', (label, short, name) =>
    expect(spokenName(label, short)).toBe(name),
  );

  test('the bar at the foot leads, and the account has a sheet', async () => {
    await show('/rooms');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect.element(bar.getByRole('link', { name: 'Rooms' })).toHaveAttribute('aria-current');
    // Shown as 'Desktop', for want of space.
    await expect.element(bar.getByRole('link', { name: 'Virtual Desktop' })).toBeVisible();
    // Letters that are seen and not in its name are a fault to those who speak to their browser.
    await expect.element(button('Account, theme and language')).toHaveTextContent('');
    await button('Account, theme and language').click();
    await says(dialog(), 'ada@example.com');
    await expect.element(dialog().getByRole('combobox', { name: 'Language' })).toBeVisible();
    await dialog().getByRole('link', { name: 'Links' }).click();
    await arrives('/links');
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe('logging out', () => {
  const leave = () => sidebar().getByRole('button', { name: 'Log out' }).click();

  test('ends the session on the server, then here', async () => {
    replies({ 'POST /auth/logout': { message: 'Bye' } });
    await show('/rooms');
    await leave();
    await arrives('/auth');
    await says(news(), 'Logged out successfully');
    await expect.poll(() => sent('POST /auth/logout')).toHaveLength(1);
    await expect.poll(() => getUser()).toBeNull();
  });

  test('takes what was shared and not decided on along, and nothing that is shared since', async () => {
    replies({ 'POST /auth/logout': { message: 'Bye' } });
    const held = newEntry({ userId: null, content: 'From before', state: 'held' }, []);
    const since = newEntry({ userId: null, content: 'Since', state: 'held' }, []);
    await addEntry(held, []);
    await addEntry({ ...since, createdAt: Date.now() + 3_600_000 }, []);
    await show('/rooms');
    await leave();
    await arrives('/auth');
    await expect
      .poll(async () => (await allEntries()).map(({ content }) => content))
      .toEqual(['Since']);
  });

  test('when the server cannot be told nothing changes', async () => {
    replies({ 'POST /auth/logout': noReply() });
    await show('/rooms');
    await leave();
    await says(news(), 'Logout failed');
    expect(getUser()).toEqual(USER);
  });

  describe('with something that is not saved yet', () => {
    const ask = async () => {
      replies({
        'POST /auth/logout': { message: 'Bye' },
        'POST /clipboard': refuse(new ProductError('STORAGE_FULL')),
      });
      await show('/rooms');
      await captureText('Buy milk');
      await expect.poll(() => sent('POST /clipboard').length).toBe(1);
      // What is saved now is what was refused, and not on its way any more.
      await expect
        .poll(() => outbox.getState().entries.map(({ state }) => state))
        .toEqual(['failed']);
      await expect.element(page.getByRole('button', { name: '1 waiting' })).toBeVisible();
      await leave();
      await says(dialog(), '1 clip is not saved yet');
      expect(sent('POST /auth/logout')).toEqual([]);
    };

    test('it can be saved before', async () => {
      await ask();
      replies({ 'POST /clipboard': clip('c1') });
      await button('Save and log out').click();
      await arrives('/auth');
      await expect.poll(allEntries).toEqual([]);
    });

    test('saved meanwhile, nothing is asked about any more', async () => {
      await ask();
      replies({ 'POST /clipboard': clip('c1') });
      await sendNow();
      await says(dialog(), 'Everything is saved.');
      expect(button('Discard and log out').query()).toBeNull();
      await dialog().getByRole('button', { name: 'Log out' }).click();
      await arrives('/auth');
    });

    test('in vain: the question stays', async () => {
      await ask();
      await button('Save and log out').click();
      await says(dialog(), 'They could not be saved now.');
      expect(getUser()).toEqual(USER);
      await button('Discard and log out').click();
      await arrives('/auth');
      await expect.poll(allEntries).toEqual([]);
    });

    test('a change of mind changes nothing', async () => {
      await ask();
      await button('Cancel').click();
      await expect.element(dialog()).not.toBeInTheDocument();
      expect(await allEntries()).toHaveLength(1);
      expect(getUser()).toEqual(USER);
    });

    test('a change of mind while it is saved changes nothing else', async () => {
      await ask();
      const slow = later<Clip>();
      handle('POST /clipboard', () => slow.reply);
      await button('Save and log out').click();
      await expect.poll(() => sent('POST /clipboard').length).toBe(2);
      await button('Cancel').click();
      await expect.element(dialog()).not.toBeInTheDocument();
      slow.give(clip('c1'));
      await expect.poll(allEntries).toEqual([]);
      // Sent after the one that was asked about, as the same person.
      await captureText('Buy bread');
      await expect.poll(() => sent('POST /clipboard').length).toBe(3);
      await expect.poll(allEntries).toEqual([]);
      expect(sent('POST /auth/logout')).toEqual([]);
      expect(getUser()).toEqual(USER);
    });

    test('a text on the page is asked about once the clips are saved', async () => {
      await ask();
      const saved = markUnsaved();
      onTestFinished(saved);
      replies({ 'POST /clipboard': clip('c1') });
      await button('Save and log out').click();
      await expect.poll(allEntries).toEqual([]);
      await says(dialog(), 'What you typed on this page is not saved and will be gone.');
      expect(sent('POST /auth/logout')).toEqual([]);
      await button('Discard and log out').click();
      await arrives('/auth');
    });
  });
});

test('a session that expires leads to the log-in, and back', async () => {
  await show('/clips?type=text');
  await expect.element(cards()).toHaveLength(2);
  signOut('expiry');
  window.dispatchEvent(new Event(SESSION_EXPIRED));
  await arrives('/auth');
  await says(news(), 'Session Expired');
});

test('a connection that is lost is told in the header while it is', async () => {
  await show('/rooms');
  await connected();
  cutConnections();
  await expect.element(main().getByText('Offline. Reconnecting…')).toBeInTheDocument();
});

describe('keys', () => {
  test('n begins a clip, / goes to the search, ? explains', async () => {
    await showClips();
    await press('/');
    await expect.element(field('Search clips')).toHaveFocus();
    // In a field they are letters.
    await press('n?');
    await expect.element(field('Search clips')).toHaveValue('n?');
    await field('Search clips').fill('');
    (document.activeElement as HTMLElement).blur();
    await press('?');
    await says(dialog(), 'Keyboard shortcuts');
    await says(dialog(), 'Copy the card in focus, or the newest clip');
    // Something stands above the page.
    await press('n{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await press('n');
    await arrives('/new-clip');
  });

  test('what is typed right after n stands in the new clip', async () => {
    await showClips();
    // By its place, where the letters are Russian.
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'т', code: 'KeyN', bubbles: true }),
    );
    await press('Buy bread');
    await expect.element(field('Clip content')).toHaveValue('Buy bread');
    await expect.element(field('Clip content')).toHaveFocus();
    await press('!');
    await expect.element(field('Clip content')).toHaveValue('Buy bread!');
  });

  test('c copies the newest clip, or the one in focus', async () => {
    replies({ 'GET /clipboard/latest': { content: 'The newest' } as never });
    await show('/rooms');
    await says(main(), 'No rooms found.');
    await press('c');
    await says(news(), 'Content copied to clipboard');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('The newest');
  });

  test('c copies no other card where the newest clip is a file that is not shown', async () => {
    replies({ 'GET /clipboard/latest': clip('photo', { content: '' }) });
    await showClips();
    await press('c');
    await expect.poll(() => sent('GET /clipboard/latest')).toHaveLength(1);
    (cards().last().getByRole('link').element() as HTMLElement).focus();
    await press('c');
    await says(news(), 'Content copied to clipboard');
    expect(navigator.clipboard.writeText).toHaveBeenCalledOnce();
  });

  test('c with a card in focus copies that', async () => {
    await showClips();
    (cards().first().getByRole('link').element() as HTMLElement).focus();
    await press('c');
    await says(news(), 'Content copied to clipboard');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Buy milk');
    expect(sent('GET /clipboard/latest')).toEqual([]);
  });

  test('c that cannot copy says so', async () => {
    replies({ 'GET /clipboard/latest': noReply() });
    await show('/rooms');
    await says(main(), 'No rooms found.');
    await press('c');
    await says(news(), 'Failed to copy');
  });
});

describe('the palette', () => {
  const input = () => page.getByRole('combobox', { name: 'Search and commands' });
  const options = () => dialog().getByRole('option');
  const open = async () => {
    await press('{Control>}k{/Control}');
    await expect.element(input()).toHaveFocus();
  };

  test('leads to a room by its name', async () => {
    const trip = room('trip', { name: 'Trip to the sea' });
    replies({
      'GET /rooms': [summary('trip', { name: trip.name }), summary('work')],
      'GET /rooms/{id}': trip,
      'GET /rooms/{id}/content': { content: [], total: 0 },
    });
    hear('join:room', () => ({ ok: true, room: trip, present: [] }));
    await show('/clips');
    await open();
    replies({ 'GET /clipboard/history': { clips: [], total: 0 } });
    await press('sea');
    await says(
      dialog().getByRole('group', { name: 'Go to' }).getByRole('option'),
      'Trip to the sea',
    );
    await press('{Enter}');
    await arrives('/rooms/trip');
    await says(main(), 'No content yet.');
  });

  test('takes what is typed right after its key, and not the card that was in focus', async () => {
    await showClips();
    (cards().first().getByRole('link').element() as HTMLElement).focus();
    document.activeElement!.dispatchEvent(
      // With CapsLock.
      new KeyboardEvent('keydown', { key: 'K', ctrlKey: true, bubbles: true }),
    );
    await press('lin');
    await expect.element(input()).toHaveFocus();
    await expect.element(input()).toHaveValue('lin');
    await press('k');
    await expect.element(input()).toHaveValue('link');
    await says(dialog().getByRole('group', { name: 'Go to' }).getByRole('option').first(), 'Links');
  });

  const listClips = (...clips: Clip[]) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    handle('GET /clipboard/history', ({ query }) => ({
      clips: query.search ? [] : clips,
      total: 0,
    }));
  };
  const openAtRooms = async () => {
    await show('/rooms');
    await says(main(), 'No rooms found.');
    await open();
  };

  test('begins with the eight newest clips, those of one text once', async () => {
    listClips(
      ...['a', 'b', 'c'].map((id) => clip(id, { content: '418 392' })),
      ...Array.from({ length: 9 }, (_, at) => clip(`${at}`)),
    );
    await openAtRooms();
    await expect.element(options()).toHaveLength(8);
    await says(options().first(), '418 392×3');
    await expect.element(dialog().getByRole('group')).toHaveLength(1);
  });

  test('Enter copies the first one and closes', async () => {
    listClips(MILK);
    await openAtRooms();
    await says(options().first(), 'Buy milk');
    await press('{Enter}');
    await says(news(), 'Copied');
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith('Buy milk');
    await expect.element(dialog()).not.toBeInTheDocument();
    await arrives('/rooms');
  });

  test('so does a press, and another one beside it opens it', async () => {
    listClips(MILK);
    replies({ 'GET /clipboard/{id}': MILK });
    hear('join:clip', () => ({ ok: true, clip: MILK }));
    await openAtRooms();
    await options().first().click();
    await says(news(), 'Copied');
    await expect.element(dialog()).not.toBeInTheDocument();
    await open();
    (options().first().element().querySelector('[data-open]') as HTMLElement).click();
    await arrives('/clips/milk');
  });

  test('with Control, Enter opens it and S shares it', async () => {
    listClips(MILK);
    replies({ 'GET /clipboard/{id}': MILK, 'GET /links': { links: [], total: 0 } });
    hear('join:clip', () => ({ ok: true, clip: MILK }));
    await openAtRooms();
    await says(options().first(), 'Buy milk');
    await press('{Control>}s{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Share Clip' })).toBeVisible();
    await press('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await open();
    await says(options().first(), 'Buy milk');
    await press('{Control>}{Enter}{/Control}');
    await arrives('/clips/milk');
    expect(navigator.clipboard.writeText).not.toHaveBeenCalled();
  });

  test('D sends the highlighted one; the one that is open is sent by name', async () => {
    listClips(MILK);
    replies({
      'GET /clipboard/{id}': MILK,
      'GET /devices': [],
      'GET /account/sessions': [],
    });
    hear('join:clip', () => ({ ok: true, clip: MILK }));
    const sending = page.getByRole('dialog', { name: 'Send to …' });
    await openAtRooms();
    await says(options().first(), 'Buy milk');
    await press('{Control>}d{/Control}');
    await expect.element(sending).toBeVisible();
    await press('{Escape}');
    await expect.element(sending).not.toBeInTheDocument();
    await goTo('/clips/milk');
    await expect.element(button('Copy Content')).toBeVisible();
    await open();
    await press('send to');
    await says(options().first(), 'Send to …');
    await press('{Enter}');
    await expect.element(sending).toBeVisible();
  });

  test('a token is hidden, and copied as it is', async () => {
    const token = 'ghp_a1B2c3D4e5F6g7H8';
    listClips(clip('c1', { content: token }));
    await openAtRooms();
    await says(options().first(), /^ghp_•+/);
    await expect.element(dialog()).not.toMatchTextContent(token);
    await press('{Enter}');
    await says(news(), 'Copied');
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(token);
  });

  test('finds pages and tags, and goes there by keys', async () => {
    listClips(MILK);
    await openAtRooms();
    await press('a');
    // What is not there yet, and what another program sends its reader to.
    for (const nowhere of ['Shared with Clipline', 'Allow a program'])
      await expect.element(options().filter({ hasText: nowhere })).not.toBeInTheDocument();
    await press('cc');
    await expect.element(options()).toHaveLength(1);
    await says(options(), 'Account');
    await press('{Backspace}{Backspace}{Backspace}wor');
    await expect.element(options()).toHaveLength(1);
    await press('{Enter}');
    await arrives('/clips?tag=work');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('searches in the store, one time for what is typed in a row', async () => {
    await show('/rooms');
    await says(main(), 'No rooms found.');
    await open();
    await expect.element(options().filter({ hasText: 'Buy milk' })).toBeVisible();
    replies({ 'GET /clipboard/history': { clips: [clip('cheese')], total: 1 } });
    typeAtOnce('cheese');
    await says(options().last(), 'Text of cheese');
    await expect
      .poll(() => sent('GET /clipboard/history').at(-1)!.query)
      .toMatchObject({ search: 'cheese' });
    expect(sent('GET /clipboard/history')).toHaveLength(2);
  });

  test('nothing that matches is said', async () => {
    await show('/rooms');
    await says(main(), 'No rooms found.');
    replies({ 'GET /clipboard/history': { clips: [], total: 0 } });
    await open();
    await press('zzzz');
    await says(dialog(), 'No matches.');
  });

  test('does what the buttons of the card in focus do', async () => {
    const copied = later<void>();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async () => copied.give());
    await showClips();
    (cards().first().getByRole('link').element() as HTMLElement).focus();
    await open();
    replies({ 'GET /clipboard/history': { clips: [], total: 0 } });
    await press('copy');
    await says(dialog().getByRole('group', { name: 'Do' }).getByRole('option').first(), 'Copy');
    await press('{Enter}');
    await copied.reply;
    await says(news(), 'Content copied to clipboard');
  });

  test('Escape closes it, and focus goes back', async () => {
    await showClips();
    const link = cards().first().getByRole('link');
    (link.element() as HTMLElement).focus();
    await open();
    await press('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(link).toHaveFocus();
  });
});
