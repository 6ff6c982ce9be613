import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { readClip } from '../../../things/clip.ts';
import { useSelection } from './use-selection.ts';

const clips = ['a', 'b', 'c', 'd'].map((id) => readClip({ id }));

function List({ of }: { of: string }) {
  const selection = useSelection(clips, 40, of);
  return (
    <>
      {clips.map((clip) => (
        <button
          type="button"
          key={clip.id}
          onClick={(event) => selection.toggle(clip, event.shiftKey)}
        >
          {clip.id}
        </button>
      ))}
      <button type="button" onClick={selection.choosePage}>
        page
      </button>
      <button type="button" onClick={selection.chooseAll}>
        all
      </button>
      <button type="button" onClick={selection.clear}>
        none
      </button>
      <output>
        {[
          selection.count,
          ...clips.filter(({ id }) => selection.has(id)).map(({ id }) => id),
          ...selection.except.map((id) => `-${id}`),
        ].join(' ')}
      </output>
    </>
  );
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const status = page.getByRole('status');

test('clips are chosen one by one, in ranges and by the page', async () => {
  await render(<List of="everything" />);
  await press('d');
  await userEvent.keyboard('{Shift>}');
  await press('b');
  await userEvent.keyboard('{/Shift}');
  await expect.element(status).toHaveTextContent('3 b c d');
  await press('c');
  await expect.element(status).toHaveTextContent('2 b d');
  await press('page');
  await expect.element(status).toHaveTextContent('4 a b c d');
  await press('none');
  await expect.poll(() => status.element().textContent).toBe('0');
});

test('all that a filter shows is meant, but what is turned over; another filter begins anew', async () => {
  const { rerender } = await render(<List of="everything" />);
  await press('all');
  await expect.element(status).toHaveTextContent('40 a b c d');
  await press('b');
  await expect.element(status).toHaveTextContent('39 a c d -b');
  await rerender(<List of="another" />);
  await expect.poll(() => status.element().textContent).toBe('0');
});
