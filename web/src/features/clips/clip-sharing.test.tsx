import { ProductError } from '@clipline/contract/errors.ts';
import type { User } from '@clipline/contract/schemas/auth.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { USER } from '../../testing/fake-browser.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { connected, hasHeard, hear, tell } from '../../testing/fake-socket.ts';
import { button, field, news, says, select, show } from '../../testing/show.tsx';
import { clip, link } from '../../testing/things.ts';

const MINE = clip('c1', { content: 'My text' });
const share = () => page.getByRole('dialog', { name: 'Share Clip' });
const form = () => page.getByRole('dialog', { name: 'Create a link' });
const box = (name: string) => form().getByRole('checkbox', { name });

function serve(addressOpen = true) {
  const held = { ...MINE, addressOpen };
  replies({ 'GET /clipboard/{id}': held });
  hear('join:clip', () => ({ ok: true, clip: held }));
}

/** PUBLIC_URL: of a page on localhost nobody else would open a link. */
const ORIGIN = 'https://clips.example.com';
const reached = ({ url }: Link) => ORIGIN + new URL(url).pathname;
beforeAll(() => {
  document.body.dataset['publicUrl'] = ORIGIN;
});
afterAll(() => {
  delete document.body.dataset['publicUrl'];
});

beforeEach(() => {
  serve();
  replies({ 'GET /links': { links: [], total: 0 } });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('no'));
});

const open = async (as: User = USER) => {
  await show('/clips/c1', { as });
  await page.getByRole('group', { name: 'Clip actions' }).getByText('Share').click();
  await expect.element(share()).toBeVisible();
};

describe('the plain address', () => {
  test('is shown, as a code too, and copied', async () => {
    await open();
    await says(share(), 'Anyone with this link can read the clip and see it change.');
    const address = `${ORIGIN}/clips/c1`;
    await expect.element(field('Link to the clip')).toHaveValue(address);
    await expect.element(share().getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    await share().getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(share().getByRole('button', { name: 'Copied' })).toBeVisible();
    await says(news(), 'Link copied');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(address);
  });

  test('a browser that does not copy selects it', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await open();
    await share().getByRole('button', { name: 'Copy', exact: true }).click();
    await says(news(), 'Please try copying the link manually.');
    const input = field('Link to the clip').element() as HTMLInputElement;
    expect(input.selectionEnd! - input.selectionStart!).toBe(input.value.length);
  });

  test('can be closed', async () => {
    handle('PATCH /clipboard/{id}/address', ({ body }) => ({
      ...MINE,
      addressOpen: body.open,
      version: 2,
    }));
    await open();
    await share().getByRole('button', { name: 'Close the address' }).click();
    await says(news(), 'The address is closed');
    await says(share(), 'Nobody else can open this clip');
    expect(field('Link to the clip').query()).toBeNull();
    expect(share().getByRole('img').query()).toBeNull();
    await expect.element(share().getByRole('button', { name: 'Open the address' })).toBeVisible();
    await expect
      .poll(() => sent('PATCH /clipboard/{id}/address')[0]!.body)
      .toEqual({ open: false });
  });

  test('once it is closed, the newest link to read stands there', async () => {
    serve(false);
    const [edit, newest, older] = [
      link('l3', { access: 'edit' }),
      link('l2', { maxViews: 2 }),
      link('l1'),
    ];
    replies({ 'GET /links': { links: [edit, newest, older], total: 3 } });
    await open();
    await expect.element(field('Link to the clip')).toHaveValue(reached(newest));
    await says(share(), 'Works until you revoke it. Can be opened 2 times. Never opened.');
    await says(share(), 'The plain address is closed.');
    await share().getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(reached(newest));
    handle('DELETE /links/{id}', () => {
      replies({ 'GET /links': { links: [edit], total: 1 } });
      return { message: 'Revoked' };
    });
    await button('Revoke this link').click();
    await says(news(), 'Link revoked');
    await says(share(), 'Nobody else can open this clip');
    expect(field('Link to the clip').query()).toBeNull();
  });

  test('that could not be closed says so', async () => {
    replies({ 'PATCH /clipboard/{id}/address': noReply() });
    await open();
    await share().getByRole('button', { name: 'Close the address' }).click();
    await says(news(), 'The address could not be changed');
  });
});

test('a plan without sharing leads to the plans instead', async () => {
  document.body.dataset['billing'] = 'on';
  replies({
    'GET /billing/subscription': {
      enabled: true,
      plan: 'basic',
      status: 'active',
      interval: 'monthly',
      trialEndsAt: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    },
  });
  await open({ ...USER, plan: 'basic' });
  await expect
    .element(share().getByRole('link', { name: 'See plans' }))
    .toHaveAttribute('href', '/#pricing');
  expect(field('Link to the clip').query()).toBeNull();
  document.body.dataset['billing'] = 'off';
});

const choice = (name: string) => share().getByRole('button', { name, exact: true });

describe('how long others can read it', () => {
  const HOUR = 3600;
  const inAnHour = () => new Date(Date.now() + HOUR * 1000).toISOString();
  const serveLinks = () => {
    const held: Link[] = [];
    handle('GET /links', () => ({ links: held, total: held.length }));
    handle('POST /links', ({ body }) => {
      held.unshift(link('l2', { expiresAt: inAnHour() }));
      if (body.closeAddress) serve(false);
      return held[0]!;
    });
    handle('PATCH /links/{id}', () => held[0]!);
    handle('PATCH /clipboard/{id}/address', ({ body }) => {
      serve(body.open);
      return { ...MINE, addressOpen: body.open, version: 2 };
    });
  };

  test('is chosen with one press, which makes the link and copies it', async () => {
    serveLinks();
    await open();
    await expect.element(choice('Never')).toHaveAttribute('aria-pressed', 'true');
    await says(share(), 'Works until you close it.');
    await choice('1 hour').click();
    await says(news(), 'Link copied');
    await expect
      .poll(() => navigator.clipboard.writeText)
      .toHaveBeenCalledWith(reached(link('l2')));
    expect(sent('POST /links').map(({ body }) => body)).toEqual([
      { clipId: 'c1', access: 'read', expiresIn: HOUR, closeAddress: true },
    ]);
    await expect.element(choice('1 hour')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(field('Link to the clip')).toHaveValue(reached(link('l2')));
    await expect.element(share()).toMatchTextContent(/Works until .+\. Never opened\./);
    await says(share(), 'The plain address is closed.');
  });

  test('the plain address can be kept open beside it', async () => {
    serveLinks();
    await open();
    await choice('1 hour').click();
    await choice('Keep it open').click();
    await says(share(), 'The plain address is open, too.');
    await expect.element(field('Link to the clip')).toHaveValue(reached(link('l2')));
    expect(sent('PATCH /clipboard/{id}/address').map(({ body }) => body)).toEqual([{ open: true }]);
  });

  test('chosen again, it changes the link that was just made', async () => {
    serveLinks();
    await open();
    await choice('1 hour').click();
    await says(share(), 'The plain address is closed.');
    await choice('7 days').click();
    await expect
      .poll(() => sent('PATCH /links/{id}').map(({ body }) => body))
      .toEqual([{ expiresIn: 7 * 24 * HOUR }]);
    await expect.element(choice('7 days')).toHaveAttribute('aria-pressed', 'true');
    expect(sent('POST /links')).toHaveLength(1);
  });

  test('never opens the plain address again', async () => {
    serve(false);
    serveLinks();
    await open();
    await says(share(), 'Nobody else can open this clip');
    await choice('Never').click();
    await says(news(), 'Link copied');
    await expect.element(field('Link to the clip')).toHaveValue(`${ORIGIN}/clips/c1`);
    await expect
      .poll(() => navigator.clipboard.writeText)
      .toHaveBeenCalledWith(`${ORIGIN}/clips/c1`);
  });

  test('a date is asked for, and the arrows make nothing', async () => {
    serveLinks();
    await open();
    await choice('Date').click();
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
    await share().getByLabelText('Until').fill('2020-01-01T00:00');
    await choice('Create link').click();
    await says(share(), 'Choose a moment within the next year.');
    expect(sent('POST /links')).toEqual([]);
    const then = new Date(Date.now() + 48 * HOUR * 1000).toISOString().slice(0, 16);
    await share().getByLabelText('Until').fill(then);
    await choice('Create link').click();
    await expect.poll(() => sent('POST /links').length).toBe(1);
    await expect.element(choice('Date')).toHaveAttribute('aria-pressed', 'true');
  });

  test('what could not be made leaves everything as it was', async () => {
    replies({ 'POST /links': noReply() });
    await open();
    await choice('1 hour').click();
    await says(news(), 'The link could not be created');
    await expect.element(choice('Never')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(field('Link to the clip')).toHaveValue(`${ORIGIN}/clips/c1`);
  });
});

const revoke = async (name: string) => {
  await button(`More: ${name}`).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
};

describe('its links', () => {
  test('stand below, are copied, and are revoked', async () => {
    const HERS = link('l1', { label: 'For Grace', maxViews: 3, views: 1, hasPassword: true });
    replies({ 'GET /links': { links: [HERS], total: 1 } });
    handle('DELETE /links/{id}', () => {
      replies({ 'GET /links': { links: [], total: 0 } });
      return { message: 'Revoked' };
    });
    await open();
    await says(share(), 'For Grace');
    await says(share(), 'Can be opened 2 times · with a password');
    await expect
      .poll(() => sent('GET /links').at(-1)!.query)
      .toMatchObject({ clipId: ['c1'], state: 'active' });
    await button('Copy link: For Grace').click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(`${ORIGIN}/s/l1`);
    await revoke('For Grace');
    await says(news(), 'Link revoked');
    await expect.element(share()).not.toMatchTextContent('For Grace');
    await expect.poll(() => sent('DELETE /links/{id}')[0]!.params).toEqual({ id: 'l1' });
  });

  test.each([1280, 390])('focus stays among them at a width of %i', async (width) => {
    await page.viewport(width, 844);
    const held = [link('l1', { label: 'For Grace' }), link('l2', { label: 'For Joan' })];
    handle('GET /links', () => ({ links: held, total: held.length }));
    handle('DELETE /links/{id}', ({ params }) => {
      held.splice(
        held.findIndex(({ id }) => id === params.id),
        1,
      );
      return { message: 'Revoked' };
    });
    await open();
    await revoke('For Grace');
    // Not the way to revoke that, which a second press would take.
    await expect.element(button('Copy link: For Joan')).toHaveFocus();
    await revoke('For Joan');
    await expect.element(choice('Never')).toHaveFocus();
  });

  test('focus goes to none that is about to go', async () => {
    const links = [link('l1', { label: 'For Grace' }), link('l2', { label: 'For Joan' })];
    const answer = later<{ message: string }>();
    replies({ 'GET /links': { links, total: 2 } });
    handle('DELETE /links/{id}', () => answer.reply);
    await open();
    await revoke('For Grace');
    await expect.element(button('Copy link: For Joan')).toHaveFocus();
    await revoke('For Joan');
    await expect.element(choice('Never')).toHaveFocus();
    replies({ 'GET /links': { links: [], total: 0 } });
    answer.give({ message: 'Revoked' });
    await expect.element(share()).not.toMatchTextContent('For Grace');
    await expect.element(choice('Never')).toHaveFocus();
  });

  test('one that could not be revoked stays', async () => {
    replies({
      'GET /links': { links: [link('l1', { label: 'For Grace' })], total: 1 },
      'DELETE /links/{id}': noReply(),
    });
    await open();
    await revoke('For Grace');
    await says(news(), 'The link could not be revoked');
    await says(share(), 'For Grace');
  });
});

describe('a new link', () => {
  const begin = async () => {
    replies({ 'POST /links': link('l2') });
    await open();
    await share().getByRole('button', { name: 'Create a link…' }).click();
    await expect.element(form()).toBeVisible();
  };
  const create = () => form().getByRole('button', { name: 'Create link' }).click();
  const body = () => sent('POST /links')[0]!.body;

  test('has no limit unless one is set, and leaves the address open', async () => {
    await begin();
    await create();
    await says(news(), 'Link created');
    await says(news(), 'Link copied');
    await expect
      .poll(() => navigator.clipboard.writeText)
      .toHaveBeenCalledWith(reached(link('l2')));
    await expect.element(field('Link to the clip')).toHaveValue(`${ORIGIN}/clips/c1`);
    await expect.poll(body).toEqual({
      clipId: 'c1',
      access: 'read',
      maxViews: null,
      expiresIn: null,
      password: null,
      label: null,
      notify: false,
      burn: false,
      closeAddress: false,
    });
    await expect.element(form()).not.toBeInTheDocument();
  });

  test('takes all limits, which close the plain address unless that is declined', async () => {
    await begin();
    await form().getByRole('radio', { name: 'edit' }).click();
    await select('Expires', '7 days');
    await expect.element(box('Also close the plain address')).toBeChecked();
    await select('Opens', 'N times');
    await form().getByRole('textbox', { name: 'How many times' }).fill('5');
    await box('Delete the clip after the last opening').click({ force: true });
    await box('Password').click({ force: true });
    await form().getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await form().getByRole('textbox', { name: 'Label' }).fill('For Grace');
    await box('Tell me when it is opened').click({ force: true });
    await box('Also close the plain address').click({ force: true });
    await create();
    await expect.poll(() => sent('POST /links').length).toBe(1);
    await expect.poll(body).toEqual({
      clipId: 'c1',
      access: 'edit',
      expiresIn: 7 * 24 * 3600,
      maxViews: 5,
      burn: true,
      password: 'correct horse',
      label: 'For Grace',
      notify: true,
      closeAddress: false,
    });
  });

  test('that closes the address takes its place', async () => {
    await begin();
    handle('POST /links', () => {
      replies({ 'GET /links': { links: [link('l2')], total: 1 } });
      return link('l2');
    });
    await select('Expires', '1 hour');
    await create();
    await says(news(), 'Link created');
    await expect.element(field('Link to the clip')).toHaveValue(reached(link('l2')));
    await expect.poll(body).toMatchObject({ closeAddress: true });
  });

  test('four words are proposed as its password', async () => {
    await begin();
    await box('Password').click({ force: true });
    await form().getByRole('button', { name: 'Propose four words' }).click();
    const input = form().getByRole('textbox', { name: 'Password' });
    await expect.element(input).toHaveValue(expect.stringMatching(/^[a-z]+(-[a-z]+){3}$/));
  });

  test('what is wrong is said beside its field, and nothing is sent', async () => {
    await begin();
    await select('Expires', 'Date');
    await form().getByLabelText('Until').fill('2020-01-01T00:00');
    await select('Opens', 'N times');
    await form().getByRole('textbox', { name: 'How many times' }).fill('1001');
    await box('Password').click({ force: true });
    await form().getByRole('textbox', { name: 'Password' }).fill('short');
    await create();
    await says(form(), 'Choose a moment within the next year.');
    await says(form(), 'From 1 to 1000 times.');
    await expect
      .element(form().getByRole('textbox', { name: 'Password' }))
      .toHaveAccessibleDescription(expect.stringContaining('At least 6 characters.'));
    expect(sent('POST /links')).toEqual([]);
  });

  test('a refusal leaves what was chosen', async () => {
    await begin();
    const error = new ProductError('TOO_MANY_LINKS');
    replies({ 'POST /links': refuse(error) });
    await form().getByRole('textbox', { name: 'Label' }).fill('For Grace');
    await create();
    await says(news(), 'The link could not be created');
    await says(news(), error.message);
    await expect.element(form().getByRole('textbox', { name: 'Label' })).toHaveValue('For Grace');
  });

  test('Escape leaves the form alone, and the next one begins anew', async () => {
    await begin();
    await form().getByRole('textbox', { name: 'Label' }).fill('For Grace');
    await userEvent.keyboard('{Escape}');
    await expect.element(form()).not.toBeInTheDocument();
    await expect.element(share()).toBeVisible();
    await share().getByRole('button', { name: 'Create a link…' }).click();
    await expect.element(form().getByRole('textbox', { name: 'Label' })).toHaveValue('');
  });
});

describe('news of a link', () => {
  test.each([
    [link('l1', { label: 'For Grace' }), 'Your link “For Grace” was opened'],
    [link('l1'), 'Your link was opened'],
  ])('say which was opened (%#)', async (opened, text) => {
    replies({ 'GET /links': { links: [opened], total: 1 } });
    await show('/clips/c1');
    await connected();
    tell('link:opened', { linkId: 'l1', views: 1 });
    await says(news(), text);
  });

  test('say that it is deleted with the last opening', async () => {
    await show('/clips/c1');
    await connected();
    tell('link:opened', { linkId: 'l1', views: 1, burned: true });
    await says(news(), 'It was opened and is deleted.');
  });
});

const changed = (change: 'address' | 'deleted') =>
  tell('clip-update', { clipId: 'c1', change, version: 2, via: null });

describe('what another device does', () => {
  const shareFirst = async () => {
    await button('Clip actions').first().click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect.element(share()).toBeVisible();
  };
  const openFromCard = async () => {
    replies({ 'GET /clipboard/history': { clips: [MINE], total: 1 } });
    await show('/clips');
    await connected();
    await shareFirst();
  };

  test('to the address is seen where the dialog was opened from a card', async () => {
    await openFromCard();
    await expect.element(field('Link to the clip')).toHaveValue(`${ORIGIN}/clips/c1`);
    serve(false);
    changed('address');
    await says(share(), 'Nobody else can open this clip');
    expect(field('Link to the clip').query()).toBeNull();
    serve(true);
    changed('address');
    await expect.element(field('Link to the clip')).toHaveValue(`${ORIGIN}/clips/c1`);
  });

  test('is not shown as it was when the dialog is opened again', async () => {
    await openFromCard();
    await expect.element(field('Link to the clip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(share()).not.toBeInTheDocument();
    handle('GET /clipboard/{id}', silence);
    changed('address');
    await hasHeard();
    await shareFirst();
    expect(field('Link to the clip').query()).toBeNull();
  });

  test('a clip that it deletes takes the dialog along', async () => {
    await openFromCard();
    await expect.element(field('Link to the clip')).toBeVisible();
    replies({ 'GET /clipboard/{id}': refuse(new ProductError('CLIP_NOT_FOUND')) });
    changed('deleted');
    await expect.element(share()).not.toBeInTheDocument();
  });

  test('a link that it revokes is offered no more', async () => {
    serve(false);
    replies({ 'GET /links': { links: [link('l1')], total: 1 } });
    await open();
    await expect.element(field('Link to the clip')).toHaveValue(reached(link('l1')));
    replies({ 'GET /links': { links: [], total: 0 } });
    tell('links:changed', { clipId: 'c1' });
    await says(share(), 'Nobody else can open this clip');
    expect(share().getByRole('img').query()).toBeNull();
  });

  test('nor is one that was made here', async () => {
    const held: Link[] = [];
    handle('GET /links', () => ({ links: held, total: held.length }));
    handle('POST /links', ({ body }) => {
      held[0] = link(`l${sent('POST /links').length}`);
      if (body.closeAddress) serve(false);
      return held[0];
    });
    await open();
    await choice('1 hour').click();
    await expect.element(field('Link to the clip')).toHaveValue(reached(link('l1')));
    held.length = 0;
    tell('links:changed', { clipId: 'c1' });
    await says(share(), 'Nobody else can open this clip');
    // The next is another one: what was revoked is not changed.
    await choice('1 day').click();
    await expect.element(field('Link to the clip')).toHaveValue(reached(link('l2')));
  });

  test('the code of a link that it revokes goes', async () => {
    replies({ 'GET /links': { links: [link('l1', { label: 'For Grace' })], total: 1 } });
    await open();
    await button('QR code: For Grace').click();
    const code = page.getByRole('dialog', { name: 'QR code' });
    await expect.element(code).toBeVisible();
    replies({ 'GET /links': { links: [], total: 0 } });
    tell('links:changed', { clipId: 'c1' });
    await expect.element(code).not.toBeInTheDocument();
    await expect.element(share()).toBeVisible();
  });
});

test('a link is over by the clock, whether or not that was told', async () => {
  serve(false);
  const expiresAt = new Date(Date.now() + 3000).toISOString();
  replies({ 'GET /links': { links: [link('l1', { expiresAt })], total: 1 } });
  await open();
  await says(share(), 'Nobody else can open this clip');
  expect(field('Link to the clip').query()).toBeNull();
});
