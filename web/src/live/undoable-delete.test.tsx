import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useUndoableDelete } from './undoable-delete.ts';

interface Server {
  /** Replies to the next deletion. */
  readonly remove: () => Promise<unknown>;
}

function List({ server }: { server: Server }) {
  const [items, setItems] = useState(['milk', 'bread']);
  const [toast, setToast] = useState<{ text: string; undo?: () => void } | null>(null);
  const remove = useUndoableDelete<string>({
    mutationKey: ['delete'],
    reads: ['items'],
    hide(item) {
      setItems((all) => all.filter((other) => other !== item));
      return () => setItems((all) => [...all, item]);
    },
    remove: server.remove,
    isGone: (error) => error === 'gone',
    restore: async (item) => setItems((all) => [...all, item]),
    notify: {
      deleted: (item, undo) => setToast({ text: `${item} deleted`, ...(undo && { undo }) }),
      deleteFailed: () => setToast({ text: 'failed' }),
      restored: () => setToast({ text: 'restored' }),
      restoreFailed: () => setToast({ text: 'not restored' }),
    },
  });
  return (
    <>
      {items.map((item) => (
        <button key={item} type="button" onClick={() => remove(item)}>
          {item}
        </button>
      ))}
      <p role="status">{toast?.text}</p>
      {toast?.undo && (
        <button type="button" onClick={toast.undo}>
          Undo
        </button>
      )}
    </>
  );
}

const show = (server: Server) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List server={server} />
    </QueryClientProvider>,
  );
const item = (name: string) => page.getByRole('button', { name });
const told = () => page.getByRole('status');

test('it is off the screen before the server replies, and comes back by undo', async () => {
  let reply = () => {};
  await show({ remove: () => new Promise<void>((resolve) => (reply = resolve)) });
  await item('milk').click();
  await expect.element(item('milk')).not.toBeInTheDocument();
  await expect.element(told()).toBeEmptyDOMElement();
  reply();
  await expect.element(told()).toHaveTextContent('milk deleted');
  await item('Undo').click();
  await expect.element(item('milk')).toBeInTheDocument();
  await expect.element(told()).toHaveTextContent('restored');
});

test('it comes back when it could not be deleted', async () => {
  await show({ remove: () => Promise.reject(new Error('no')) });
  await item('milk').click();
  await expect.element(told()).toHaveTextContent('failed');
  await expect.element(item('milk')).toBeInTheDocument();
});

test('what another person deleted first is theirs to bring back', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- only its meaning counts
  await show({ remove: () => Promise.reject('gone') });
  await item('milk').click();
  await expect.element(told()).toHaveTextContent('milk deleted');
  await expect.element(item('milk')).not.toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull();
});
