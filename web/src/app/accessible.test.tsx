import { ProductError } from '@clipline/contract/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/accessible.ts';
import { fakeRoom } from '../testing/fake-room.ts';
import { refuse, replies } from '../testing/fake-server.ts';
import { hear } from '../testing/fake-socket.ts';
import { button, dialog, says, show } from '../testing/show.tsx';
import {
  block,
  clip,
  DESKTOP,
  file,
  item,
  link,
  member,
  room,
  summary,
} from '../testing/things.ts';

const LONG = `${'a-very-long-file-name-'.repeat(8)}.pdf`;
const ADDRESS = `https://example.com/${'a/long/address/that/does/not/break/'.repeat(4)}`;
const TAGS = [{ id: 't', name: 'Work', color: 'blue', clips: 1 }] as const;
const OWN = clip('own', {
  content: 'A text with two files',
  files: [file('picture.png', { type: 'image/png' }), file(LONG)],
  tags: [...TAGS],
  isFavorite: true,
});
const CLIPS = [
  OWN,
  clip('code', { content: 'const answer = () => 42;\nexport { answer };' }),
  clip('address', { content: ADDRESS }),
  clip('arabic', { content: 'مرحبا بالعالم' }),
];
const TRIP = room('trip', {
  name: 'A room with a name that goes on for quite a while and then some more',
  members: [
    member('u1', { role: 'owner' }),
    ...Array.from({ length: 8 }, (_, at) => member(`somebody-with-a-long-address-${at}`)),
  ],
  content: [
    item('lines', {
      content: Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n'),
    }),
    item('address', { content: ADDRESS }),
    item('file', {
      type: 'file',
      file_name: LONG,
      file_type: 'application/pdf',
      file_size: 2048,
      file_url: '/api/files/f?signature=s',
    }),
  ],
});
const BLOCKS = [
  block('arabic', { content: 'مرحبا بالعالم' }),
  block('address', { content: ADDRESS, position: { x: 240, y: 0 } }),
];

beforeEach(() => {
  replies({
    'GET /clipboard/history': { clips: CLIPS, total: CLIPS.length },
    'GET /clipboard/favorites': { clips: CLIPS.slice(0, 1), total: 1 },
    'GET /clipboard/stats': { totalClips: 4, textClips: 4, favoriteClips: 1, activeRooms: 1 },
    'GET /clipboard/{id}': OWN,
    'POST /clipboard': clip('draft', { content: '' }),
    'GET /files/{fileId}': new Response('bytes'),
    'GET /tags': [...TAGS],
    'GET /rooms': [summary('trip', TRIP)],
    'GET /rooms/{id}/activity': [],
    'GET /links': { links: [link('a', { label: 'For the printer', maxViews: 1 })], total: 1 },
    'GET /trash': {
      items: [
        {
          kind: 'clip',
          id: 'own',
          title: 'A plan',
          deletedAt: OWN.createdAt,
          goneAt: OWN.createdAt,
          bytes: 9,
        },
      ],
      total: 1,
      bytes: 9,
    },
    'GET /virtual-desktop': { desktop: DESKTOP, items: BLOCKS },
    'PUT /virtual-desktop/sharing': { shared: true, share_token: 'share' },
    'GET /link': refuse(new ProductError('LINK_NOT_FOUND')),
  });
  fakeRoom(TRIP);
  hear('join:clip', () => ({ ok: true, clip: OWN }));
  hear('join:desktop:network', () => ({ ok: true, desktop: DESKTOP, items: BLOCKS }));
});

const opened = () => dialog().or(page.getByRole('group', { name: 'Filters' }));

/** What is shown there, and the buttons that open what else can stand on it. */
const signedIn: Record<string, readonly [shows: string, ...opens: string[]]> = {
  '/dashboard': ['A text with two files', 'Filters'],
  '/clips': ['A text with two files', 'Filters'],
  '/favorites': ['A text with two files'],
  '/new-clip': ['Save Clip'],
  '/clips/own': ['You can edit this clip.', 'Share', 'Tags'],
  '/rooms': ['A room with a name', 'Create Room'],
  '/rooms/trip': ['line 1', 'Add Member', 'Room settings', 'Share room'],
  '/rooms/trip?tab=members': ['somebody-with-a-long-address-7'],
  '/desktop': ['مرحبا', 'New Text', 'Share link'],
  '/links': ['For the printer', 'Create a drop link…'],
  '/trash': ['A plan', 'Empty trash'],
  '/nowhere': ['Page not found'],
};
const signedOut: typeof signedIn = {
  '/': ['Clipboard Anywhere, Instantly'],
  '/auth': ['Log in'],
  '/auth?mode=register': ['Create account'],
  '/auth?mode=forgot': ['Forgot your password?'],
  '/email-confirmation?error=x': ['Try Again'],
  '/email-confirmation?error=access_denied&error_description=expired': ['Resend'],
  '/reset-password': ['Request a new reset link'],
  '/reset-password#access_token=a&refresh_token=b': ['Confirm New Password'],
  '/new-clip': ['You can start right away.'],
  '/clips/own': ['View only', 'Share'],
  '/s/not-a-link': ['no longer valid'],
};

describe.each([
  ['signed in', signedIn, undefined],
  ['signed out', signedOut, null],
])('%s, nothing is grave to axe, in every look', (_, screens, as) => {
  test.each(Object.entries(screens))('%s', async (address, [shows, ...opens]) => {
    await page.viewport(1440, 844);
    await show(address, as === null ? { as } : {});
    await says(page.elementLocator(document.body), shows);
    await expectAccessible();
    for (const name of opens) {
      await page.viewport(1440, 844);
      await button(name).first().click();
      await expect.element(opened()).toBeVisible();
      await expectAccessible();
      await page.viewport(1440, 844);
      await userEvent.keyboard('{Escape}');
      await expect.element(opened()).not.toBeInTheDocument();
    }
  });
});
