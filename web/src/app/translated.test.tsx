import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { replies } from '../testing/fake-server.ts';
import { hear } from '../testing/fake-socket.ts';
import { main, says, show } from '../testing/show.tsx';
import { clip, file, item, link, member, room, summary } from '../testing/things.ts';
import { Button } from '../ui/button.tsx';

// Each page of the tests is under a translator (testing/translator.ts); here is what it shows of it.

test('a button whose text was taken out works, and changes its text', async () => {
  const { rerender } = await render(<Button>Save</Button>);
  const text = page.getByRole('button').getByText('Save', { exact: true });
  await expect.poll(() => text.element().localName).toBe('font');
  await rerender(<Button pending>Saving...</Button>);
  await expect.element(page.getByRole('button')).toHaveTextContent('Saving...');
});

const TRIP = room('trip', {
  name: 'Grog trip',
  members: [member('grog', { role: 'owner' })],
  content: [item('note', { content: 'Grog at nine', user: member('grog') })],
});

test.each(['/clips', '/clips/own', '/rooms', '/rooms/trip', '/links', '/trash'])(
  'what people wrote is not translated (%s)',
  async (address) => {
    await page.viewport(1280, 800);
    const tags = [{ id: 't', name: 'Grog', color: 'blue', clips: 1 } as const];
    const own = clip('own', { content: 'Buy grog', files: [file('grog.txt')], tags });
    replies({
      'GET /clipboard/history': { clips: [own], total: 1 },
      'GET /clipboard/{id}': own,
      'GET /files/{fileId}': new Response('bytes'),
      'GET /tags': tags,
      'GET /rooms': [summary('trip', TRIP)],
      'GET /rooms/{id}': TRIP,
      'GET /rooms/{id}/content': { content: TRIP.content, total: 1 },
      'GET /rooms/{id}/activity': [],
      'GET /links': { links: [link('a', { label: 'For grog', title: 'Grog' })], total: 1 },
      'GET /trash': {
        items: [
          {
            kind: 'clip',
            id: 'own',
            title: 'Grog',
            deletedAt: own.createdAt,
            goneAt: own.createdAt,
            bytes: 9,
          },
        ],
        total: 1,
        bytes: 9,
      },
    });
    hear('join:room', () => ({ ok: true, room: TRIP, present: ['grog'] }));
    hear('join:clip', () => ({ ok: true, clip: own }));
    await show(address);
    await says(main(), /grog/i);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const translated: string[] = [];
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text;
      if (/grog/i.test(data) && !parentElement?.closest('[translate=no]')) translated.push(data);
    }
    expect(translated).toEqual([]);
  },
);
