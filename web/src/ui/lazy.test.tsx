import '../styles/main.css';
import { Suspense, useRef } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useShortcut } from '../lib/shortcuts.ts';
import { markUnsaved } from '../lib/unsaved.ts';
import { later } from '../testing/fake-server.ts';
import { button, dialog, field } from '../testing/show.tsx';
import { FormDialog } from './dialog.tsx';
import { lazyPage, lazyPart } from './lazy.tsx';
import { dialogs, Overlays } from './overlays.tsx';
import { Toaster } from './toaster.tsx';

let leaves: () => void;
// The page of the tests is not loaded again for what cannot be fetched.
beforeEach(() => void (leaves = markUnsaved()));
afterEach(() => leaves());

const sentAddresses: string[] = [];

function Invite() {
  const first = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      title="Invite"
      initialFocus={first}
      submit="Add"
      pending={false}
      onSubmit={() => sentAddresses.push(first.current!.value)}
    >
      <input ref={first} type="email" aria-label="Address" />
    </FormDialog>
  );
}

/** A page with a shortcut, and a dialog whose code comes as `load` says. */
async function showInvite(load: () => Promise<{ Invite: typeof Invite }>) {
  const open = dialogs(load);
  const onKey = vi.fn();
  function Page() {
    useShortcut('n', onKey);
    useShortcut('k', onKey, { withControl: true, whileTyping: true });
    return (
      <MemoryRouter>
        <button type="button" onClick={() => open('Invite')}>
          Invite…
        </button>
        <Overlays />
        <Toaster />
      </MemoryRouter>
    );
  }
  await render(<Page />);
  return onKey;
}

test('what is typed while the code of a dialog comes stands in its first field', async () => {
  const code = later<{ Invite: typeof Invite }>();
  const onKey = await showInvite(() => code.reply);
  await button('Invite…').click();
  await userEvent.keyboard('jonn{Backspace}as{Control>}k{/Control}');
  expect(dialog().query()).toBeNull();
  code.give({ Invite });
  await userEvent.keyboard('@example.com');
  await expect.element(field('Address')).toHaveValue('jonas@example.com');
  await expect.element(field('Address')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sentAddresses.splice(0)).toEqual(['jonas@example.com']);
  expect(onKey).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button('Invite…')).toHaveFocus();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledOnce();
});

test('Enter at its end sends it, and Escape before it is there closes it', async () => {
  const code = later<{ Invite: typeof Invite }>();
  await showInvite(() => code.reply);
  await button('Invite…').click();
  await userEvent.keyboard('lost{Escape}');
  await button('Invite…').click();
  await userEvent.keyboard('ada@example.com{Enter}');
  code.give({ Invite });
  await expect.poll(() => sentAddresses.splice(0)).toEqual(['ada@example.com']);
});

test('code that is there is typed into from the press on', async () => {
  await showInvite(async () => ({ Invite }));
  for (const address of ['ada@example.com', 'bob@example.com']) {
    await button('Invite…').click();
    await userEvent.keyboard(address);
    await expect.element(field('Address')).toHaveValue(address);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  }
});

test('a dialog whose code cannot be fetched says so, and opens when it can', async () => {
  let offline = true;
  const onKey = await showInvite(async () => {
    if (offline) throw new TypeError('Failed to fetch dynamically imported module: /invite.js');
    return { Invite };
  });
  await button('Invite…').click();
  await expect
    .element(page.getByText('A part of this page could not be loaded'))
    .toBeInTheDocument();
  await userEvent.keyboard('n');
  expect(onKey).toHaveBeenCalledOnce();
  offline = false;
  await button('Invite…').click();
  await expect.element(field('Address')).toHaveFocus();
});

test('a part whose code cannot be fetched leaves the page, and comes with the connection', async () => {
  let offline = true;
  const Part = lazyPart(async () => {
    if (offline) throw new TypeError('Failed to fetch dynamically imported module: /part.js');
    return { Part: () => <p>The part</p> };
  }, 'Part');
  await render(
    <main>
      <h1>The page</h1>
      <Part />
    </main>,
  );
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'The page' })).toBeVisible();
  await button('Try again').click();
  await expect.element(button('Try again')).toBeVisible();
  offline = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('a page whose code could not be fetched offline comes by itself when the connection is back', async () => {
  let offline = true;
  let asked = 0;
  const Page = lazyPage(async () => {
    asked += 1;
    if (offline) throw new TypeError('Failed to fetch dynamically imported module: /rooms.js');
    return { default: () => <h1>Rooms</h1> };
  });
  await render(
    <Suspense fallback={<p>Loading</p>}>
      <Page />
    </Suspense>,
  );
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // It fails once, and does not ask in a circle.
  expect(asked).toBe(1);
  offline = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('heading', { name: 'Rooms' })).toBeVisible();
});
