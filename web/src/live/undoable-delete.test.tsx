import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Toaster } from '../ui/toaster.tsx';
import { toast, undoable } from '../ui/toast.ts';
import { useUndoableDelete } from './undoable-delete.ts';

interface Server {
  /** Replies to the next deletion. */
  readonly remove: () => Promise<unknown>;
  readonly restore?: (item: string) => Promise<unknown>;
}

function List({ server, kind, names }: { server: Server; kind: string; names: string[] }) {
  const [items, setItems] = useState(names);
  const remove = useUndoableDelete<string>({
    mutationKey: ['delete', kind],
    reads: ['items'],
    hide(item) {
      setItems((all) => all.filter((other) => other !== item));
      return () => setItems((all) => [...all, item]);
    },
    remove: server.remove,
    isGone: (error) => error === 'gone',
    async restore(item) {
      await server.restore?.(item);
      setItems((all) => [...all, item]);
    },
    texts: {
      deleted: (item, undo) => toast.success(`${item} deleted`, undefined, undoable(undo)),
      deletedMany: (count) => `${count} ${kind} deleted`,
      deleteFailed: 'failed',
      restored: 'restored',
      restoreFailed: 'not restored',
    },
  });
  return (
    <>
      {items.map((item) => (
        <button key={item} type="button" onClick={() => remove(item)}>
          {item}
        </button>
      ))}
    </>
  );
}

const show = (server: Server) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List server={server} kind="goods" names={['milk', 'bread', 'salt']} />
      <List server={server} kind="tools" names={['hammer']} />
      <Toaster />
    </QueryClientProvider>,
  );
const item = (name: string) => page.getByRole('button', { name, exact: true });
const told = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const warned = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
const remove = async (name: string) => item(name).click();

beforeEach(() => toast.clear());

test('what another person deleted first is theirs to bring back', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- only its meaning counts
  await show({ remove: () => Promise.reject('gone') });
  await remove('milk');
  await expect.element(told('milk deleted')).toBeInTheDocument();
  await expect.element(item('milk')).not.toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull();
});

test('several in a row share one toast, whose undo brings back all of them', async () => {
  await show({ remove: () => Promise.resolve() });
  await remove('milk');
  await expect.element(told('milk deleted')).toBeInTheDocument();
  await remove('bread');
  await expect.element(told('2 goods deleted')).toBeInTheDocument();
  await remove('hammer');
  await expect.element(told('3 things deleted')).toBeInTheDocument();
  await item('Undo').click();
  for (const name of ['milk', 'bread', 'hammer'])
    await expect.element(item(name)).toBeInTheDocument();
  await expect.element(told('3 things restored')).toBeInTheDocument();
});

test('what was undone or dismissed is not counted again', async () => {
  await show({ remove: () => Promise.resolve() });
  await remove('milk');
  await item('Undo').click();
  await expect.element(told('restored')).toBeInTheDocument();
  await remove('salt');
  await expect.element(told('salt deleted')).toBeInTheDocument();
});

test('when one of several cannot be brought back, that is told', async () => {
  const restore = (name: string) =>
    name === 'milk' ? Promise.reject(new Error('no')) : Promise.resolve();
  await show({ remove: () => Promise.resolve(), restore });
  await remove('milk');
  await expect.element(told('milk deleted')).toBeInTheDocument();
  await remove('bread');
  await expect.element(told('2 goods deleted')).toBeInTheDocument();
  await item('Undo').click();
  await expect.element(warned('not restored')).toBeInTheDocument();
  await expect.element(item('bread')).toBeInTheDocument();
});
