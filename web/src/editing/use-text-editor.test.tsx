import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../lib/api-error.ts';
import { forgetAllDrafts } from '../lib/drafts.ts';
import { signIn, signOut } from '../session/session.ts';
import { USER } from '../testing/fake-browser.ts';
import { toast } from '../ui/toast.ts';
import { EditorConflict } from './editor-conflict.tsx';
import type { Saved } from './editor-state.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';
import { useTextEditor } from './use-text-editor.ts';

/** What a server holds: refuses a save over a version that is not the newest. */
function store(content: string) {
  let saved: Saved = { content, version: 1 };
  return {
    now: () => saved,
    saveElsewhere: (text: string) => (saved = { content: text, version: saved.version + 1 }),
    async save(text: string, version: number) {
      if (version !== saved.version) throw new ApiError('Saved in the meantime', 412);
      return (saved = { content: text, version: saved.version + 1 });
    },
    read: async () => saved,
  };
}
type Store = ReturnType<typeof store>;

function Editor({ held, known }: { held: Store; known?: Saved }) {
  const editor = useTextEditor({ ...held, saved: known ?? held.now() }, 'clip:1');
  if (editor.deciding)
    return <EditorConflict editor={editor} onSave={(chosen) => void editor.save(chosen)} />;
  return (
    <>
      <UnsavedNotice editor={editor} />
      <textarea
        aria-label="Text"
        value={editor.text}
        onChange={(event) => editor.type(event.target.value)}
      />
      <button type="button" onClick={() => void editor.save()}>
        Save
      </button>
    </>
  );
}

const field = () => page.getByRole('textbox', { name: 'Text' });
const save = () => page.getByRole('button', { name: 'Save' }).click();

beforeEach(() =>
  signIn(USER, {
    access_token: 'a',
    refresh_token: 'r',
    expires_at: Math.floor(Date.now() / 1000) + 3000,
  }),
);
afterEach(() => {
  forgetAllDrafts(USER.id);
  signOut(null);
  toast.clear();
});

test('a saved text is what the server holds, and no longer kept here', async () => {
  const held = store('milk');
  const first = await render(<Editor held={held} />);
  await field().fill('milk\nbread');
  await save();
  await expect.poll(() => held.now().content).toBe('milk\nbread');
  await first.unmount();
  await render(<Editor held={held} />);
  await expect.element(field()).toHaveValue('milk\nbread');
  expect(page.getByText('What you typed earlier is back').query()).toBeNull();
});

test('unsaved text comes back, and can be discarded', async () => {
  const held = store('milk');
  const first = await render(<Editor held={held} />);
  await field().fill('half a thought');
  await first.unmount();
  await render(<Editor held={held} />);
  await expect.element(field()).toHaveValue('half a thought');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(field()).toHaveValue('milk');
});

test('a text that was saved elsewhere arrives while nothing is typed', async () => {
  const held = store('milk');
  const shown = await render(<Editor held={held} />);
  held.saveElsewhere('honey');
  await shown.rerender(<Editor held={held} />);
  await expect.element(field()).toHaveValue('honey');
});

test('two saves meet in a choice, and mine goes over theirs', async () => {
  const held = store('milk');
  const known = held.now();
  await render(<Editor held={held} known={known} />);
  await field().fill('mine');
  held.saveElsewhere('theirs');
  await save();
  await expect
    .element(page.getByRole('group', { name: 'Saved version' }))
    .toHaveTextContent('theirs');
  expect(held.now().content).toBe('theirs');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => held.now().content).toBe('mine');
  await expect.element(field()).toHaveValue('mine');
});

test('of two texts that were merged nothing is kept here', async () => {
  const held = store('milk');
  const known = held.now();
  const first = await render(<Editor held={held} known={known} />);
  await field().fill('milk\nmine');
  held.saveElsewhere('theirs\nmilk');
  await save();
  await page.getByRole('button', { name: 'Edit merged' }).click();
  await page.getByRole('button', { name: 'Save merged' }).click();
  await expect.element(field()).toHaveValue('theirs\nmilk\nmine');
  await first.unmount();
  await render(<Editor held={held} />);
  await expect.element(field()).toHaveValue('theirs\nmilk\nmine');
});

test('theirs can be taken instead', async () => {
  const held = store('milk');
  const known = held.now();
  await render(<Editor held={held} known={known} />);
  await field().fill('mine');
  held.saveElsewhere('theirs');
  await save();
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(field()).toHaveValue('theirs');
  expect(held.now().content).toBe('theirs');
});

test('the same text saved twice is no conflict', async () => {
  const held = store('milk');
  const known = held.now();
  await render(<Editor held={held} known={known} />);
  await field().fill('the same');
  held.saveElsewhere('the same');
  await save();
  await expect.element(field()).toHaveValue('the same');
  expect(page.getByText('Somebody else saved this in the meantime').query()).toBeNull();
});
