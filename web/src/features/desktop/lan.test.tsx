import { ProductError } from '@clipline/contract/errors.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent } from '../../testing/fake-server.ts';
import { cutConnections, hear, heard, takeConnections, tell } from '../../testing/fake-socket.ts';
import { button, dialog, field, main, news, says, show } from '../../testing/show.tsx';
import { block, DESKTOP, THEN } from '../../testing/things.ts';
import { lan } from '../lan/lan.ts';

const BLOCK = block('b1', { content: 'Gate B7' });
const OPEN = { network: 'private', approvalRequired: false } as const;
const SHOWN = { desktopId: 'd1', items: [BLOCK], lastUpdated: THEN, security: OPEN };
const KITCHEN = { id: 'kitchen', name: 'Kitchen', ip: '192.168.1.5', port: 1 };
const theirs = (content: string, version = 1) => ({
  peerId: 'kitchen',
  desktopId: 'd2',
  items: [{ ...BLOCK, id: `of-${version}`, content }],
  lastUpdated: THEN,
  version,
});
const ok = () => ({ ok: true }) as const;

beforeEach(() => {
  replies({
    'GET /virtual-desktop': { desktop: DESKTOP, items: [BLOCK] },
    'GET /virtual-desktop/lan-data': SHOWN,
    'GET /trash': { items: [], total: 0, bytes: 0 },
  });
  hear('join:desktop:network', () => ({ ok: true, desktop: DESKTOP, items: [BLOCK] }));
  hear('lan:host:announce', () => ({
    ok: true,
    peer: { ...KITCHEN, id: 'own' },
    security: OPEN,
  }));
  hear('lan:discover:request_peers', () => ({ ok: true, peers: [] }));
  hear('lan:peer:connect', () => ({ ok: true, status: 'connected' }));
  for (const event of [
    'lan:peer:disconnect',
    'lan:host:approve',
    'lan:host:refuse',
    'lan:host:drop',
  ] as const)
    hear(event, ok);
});
afterEach(() => lan.stop());

const start = async () => {
  await show('/desktop');
  await says(main(), 'Gate B7');
  await button('LAN Share').click();
};
const started = async () => {
  await start();
  await says(dialog(), 'Your desktop is visible on this network now, to everybody on it');
  await says(dialog(), 'Looking for devices');
};

test('nothing is shown to anyone before it is asked for', async () => {
  await show('/desktop');
  await says(main(), 'Gate B7');
  expect(sent('GET /virtual-desktop/lan-data')).toEqual([]);
  expect(heard('lan:host:announce')).toEqual([]);
});

test('hosts under the name of the device, looks for others, and stops', async () => {
  await started();
  await says(news(), 'Hosting Started');
  await says(dialog(), 'Everybody on your local network can see your desktop, but not change it.');
  await expect.poll(() => heard('lan:host:announce')[0]?.name).toMatch(/^Chrome on/);
  await says(dialog(), 'No other device yet.');
  await says(dialog(), 'Nobody yet.');
  await expectAccessible();
  await dialog().getByRole('button', { name: 'Stop' }).click();
  await says(news(), 'Hosting Stopped');
  await says(dialog(), 'Nothing is shown to anybody before you start.');
  await expect.element(dialog().getByRole('button', { name: 'Start' })).toBeVisible();
});

test('a new name is announced, and a blank one is the usual one', async () => {
  await started();
  const usual = heard('lan:host:announce')[0]?.name;
  await field('Name of this device').fill('Desk');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => heard('lan:host:announce').at(-1)?.name).toBe('Desk');
  await field('Name of this device').fill('  ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => heard('lan:host:announce').at(-1)?.name).toBe(usual);
});

describe('who asks to see it', () => {
  const asked = async () => {
    await started();
    tell('lan:peer:request', { peerId: 'kitchen', name: 'Kitchen' });
    await says(dialog(), 'Waiting for your approval');
  };

  test('is let in, and is named from then on', async () => {
    await asked();
    await says(news(), 'Kitchen wants to see your desktop');
    await dialog().getByRole('button', { name: 'Allow Kitchen' }).click();
    await expect.poll(() => heard('lan:host:approve')).toEqual([{ peerId: 'kitchen' }]);
    await expect.element(dialog()).not.toMatchTextContent('Waiting for your approval');
    tell('lan:host:peers', { peers: [KITCHEN] });
    await says(dialog(), 'Your desktop is visible on this network now, to: Kitchen.');
    await dialog().getByRole('button', { name: 'Disconnect Kitchen' }).click();
    await expect.poll(() => heard('lan:host:drop')).toEqual([{ peerId: 'kitchen' }]);
    await says(dialog(), 'Nobody yet.');
  });

  test('is refused', async () => {
    await asked();
    await dialog().getByRole('button', { name: 'Refuse Kitchen' }).click();
    await expect.poll(() => heard('lan:host:refuse')).toEqual([{ peerId: 'kitchen' }]);
  });

  test('is let in by the news', async () => {
    await asked();
    await news().getByRole('button', { name: 'Allow' }).click();
    await expect.poll(() => heard('lan:host:approve')).toEqual([{ peerId: 'kitchen' }]);
  });

  test('may go away before', async () => {
    await asked();
    tell('lan:peer:disconnect', { peerId: 'kitchen' });
    await expect.element(dialog()).not.toMatchTextContent('Waiting for your approval');
  });

  test('is shown on the page too', async () => {
    await started();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    tell('lan:peer:request', { peerId: 'kitchen', name: 'Kitchen' });
    await main().getByRole('button', { name: 'Allow Kitchen' }).click();
    await expect.poll(() => heard('lan:host:approve').length).toBe(1);
  });
});

test('where strangers share the network it says that one is asked', async () => {
  const security = { network: 'shared', approvalRequired: true } as const;
  hear('lan:host:announce', () => ({ ok: true, peer: { ...KITCHEN, id: 'own' }, security }));
  await started();
  await says(dialog(), 'Your network is shared with strangers, so you are asked');
});

test('a lost connection announces again, and names those who see it anew', async () => {
  await started();
  tell('lan:host:peers', { peers: [KITCHEN] });
  await says(dialog(), 'to: Kitchen.');
  cutConnections();
  await expect.element(dialog()).not.toMatchTextContent('Kitchen');
  takeConnections();
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => heard('lan:host:announce').length).toBe(2);
  await says(dialog(), 'Nobody yet.');
});

describe('what keeps it from starting', () => {
  test('a network that cannot be shared: says so, and tries again', async () => {
    const error = new ProductError('NOT_LOCAL_NETWORK');
    replies({ 'GET /virtual-desktop/lan-data': refuse(error) });
    await start();
    await says(dialog(), `${error.message}. The server could not tell`);
    await says(dialog(), 'Neither uses a VPN or mobile data');
    expect(heard('lan:host:announce')).toEqual([]);
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => sent('GET /virtual-desktop/lan-data').length).toBe(2);
  });

  test('the server may refuse only as it is announced', async () => {
    const { code, message } = new ProductError('NOT_LOCAL_NETWORK');
    hear('lan:host:announce', () => ({ ok: false, code, error: message }));
    await start();
    await says(dialog(), message);
    await expect.element(dialog().getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('no desktop: it looks for others, and hosts once there is something', async () => {
    replies({
      'GET /virtual-desktop': { desktop: null, items: [] },
      'GET /virtual-desktop/lan-data': refuse(new ProductError('DESKTOP_NOT_FOUND')),
    });
    await show('/desktop');
    await says(main(), 'Nothing here yet');
    await button('LAN Share').click();
    await says(news(), 'No desktop data available to host');
    await says(dialog(), 'Looking for devices');
    expect(heard('lan:host:announce')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    replies({
      'GET /virtual-desktop': { desktop: DESKTOP, items: [BLOCK] },
      'GET /virtual-desktop/lan-data': SHOWN,
    });
    handle('POST /virtual-desktop/items/text', () => BLOCK);
    await button('Add a text').click();
    await dialog().getByRole('textbox').fill('Gate B7');
    await dialog().getByRole('button', { name: 'Add Text' }).click();
    await says(main(), 'Gate B7');
    await expect.poll(() => heard('lan:host:announce').length).toBe(1);
  });

  test('no reply is told; looking for others goes on', async () => {
    replies({ 'GET /virtual-desktop/lan-data': noReply() });
    await start();
    await says(news(), 'Failed to prepare desktop for sharing');
    await says(dialog(), 'Your desktop is not shown to anybody.');
    replies({
      'GET /virtual-desktop/lan-data': { ...SHOWN, items: [] },
    });
    await dialog().getByRole('button', { name: 'Host my desktop' }).click();
    await says(dialog(), 'Your desktop is visible on this network now');
  });
});

describe('the desktop of another device', () => {
  const found = async () => {
    await started();
    tell('lan:peer:announce', KITCHEN);
    await expect.poll(() => heard('lan:peer:connect').length).toBe(1);
  };
  const section = () => page.getByRole('region', { name: 'Kitchen' });
  const opener = () => button('LAN Active');

  test('is there as soon as it can be viewed', async () => {
    const thereWhenOffered: boolean[] = [];
    const observer = new MutationObserver(() => {
      if (document.querySelector('[aria-label="View desktop of Kitchen"]'))
        thereWhenOffered.push(document.getElementById('peer-kitchen') !== null);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    await found();
    tell('lan:peer:desktop_data', theirs('Seat 14C'));
    await expect.poll(() => thereWhenOffered[0]).toBe(true);
  });

  test('comes by itself, to be looked at, and follows what happens there', async () => {
    await found();
    tell('lan:peer:desktop_data', theirs('Seat 14C'));
    await dialog().getByRole('button', { name: 'View desktop of Kitchen' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await says(section(), 'Seat 14C');
    await says(section(), 'Read-only');
    await expect.element(page.getByRole('heading', { name: 'Kitchen' })).toHaveFocus();
    await opener().click();
    await says(dialog(), 'Connected');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
    tell('lan:desktop:update', theirs('Seat 15D', 2));
    await says(section(), 'Seat 15D');
    await section().getByRole('button', { name: 'Disconnect' }).click();
    await expect.element(section()).not.toBeInTheDocument();
    await expect.poll(() => heard('lan:peer:disconnect')).toEqual([{ peerId: 'kitchen' }]);
  });

  test('waits for its owner, and can be given up', async () => {
    hear('lan:peer:connect', () => ({ ok: true, status: 'waiting' }));
    await found();
    await says(dialog(), 'Waiting for approval…');
    await dialog().getByRole('button', { name: 'Disconnect from Kitchen' }).click();
    await expect
      .element(dialog().getByRole('button', { name: 'Connect to Kitchen' }))
      .toBeVisible();
  });

  test('may be refused, and asked again by hand', async () => {
    hear('lan:peer:connect', () => ({ ok: false, code: 'PEER_REFUSED', error: 'No' }));
    await found();
    await says(news(), 'Kitchen did not let this device in.');
    await dialog().getByRole('button', { name: 'Connect to Kitchen' }).click();
    await expect.poll(() => heard('lan:peer:connect').length).toBe(2);
  });

  test('goes when it stops', async () => {
    await found();
    tell('lan:peer:desktop_data', theirs('Seat 14C'));
    await says(dialog(), 'Connected');
    tell('lan:peer:disconnect', { peerId: 'kitchen' });
    await says(news(), 'Kitchen no longer shares its desktop with you.');
    await says(dialog(), 'No other device yet.');
  });

  test('without Auto-Connect comes only by hand', async () => {
    await started();
    const auto = dialog().getByRole('switch', { name: 'Auto-Connect' });
    await auto.click();
    await says(news(), 'Auto-Connect Disabled');
    tell('lan:peer:announce', KITCHEN);
    await expect
      .element(dialog().getByRole('button', { name: 'Connect to Kitchen' }))
      .toBeVisible();
    expect(heard('lan:peer:connect')).toEqual([]);
    // On again, it connects to what is there.
    await auto.click();
    await expect.poll(() => heard('lan:peer:connect').length).toBe(1);
  });
});
