import '../styles/main.css';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AvatarStack, Avatar } from './avatar.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { LinkedText, Marked, OpenLinks } from './text.tsx';
import { Progress } from './spinner.tsx';
import { RelativeTime } from './relative-time.tsx';
import { slot, withSlots } from './slots.tsx';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('addresses in a text', () => {
  test('are links that leave nothing behind; what is none is text', async () => {
    await render(
      <p>
        <LinkedText text="See https://example.com/a, or javascript:alert(1) <b>x</b>." />
      </p>,
    );
    await expect.element(page.getByRole('link')).toHaveLength(1);
    const link = page.getByRole('link', { name: 'https://example.com/a' });
    await expect.element(link).toHaveAttribute('href', 'https://example.com/a');
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect
      .element(page.getByRole('paragraph'))
      .toHaveTextContent('See https://example.com/a, or javascript:alert(1) <b>x</b>.');
  });

  test('are opened from a list, each once, five at most', async () => {
    const text = Array.from({ length: 7 }, (_, at) => `https://example.com/${at % 6}?q=1`);
    await render(<OpenLinks text={[...text, text[0]].join(' ')} />);
    await expect.element(page.getByRole('link')).toHaveLength(5);
    const first = page.getByRole('link', { name: 'Open https://example.com/0?q=1' });
    await expect.element(first).toHaveTextContent('example.com/0?q=1');
    // The translator that these tests run under leaves them as they are.
    expect(first.element().innerHTML).not.toContain('<font');
  });

  test('a text without one has no list', async () => {
    await render(<OpenLinks text="Buy milk" />);
    expect(page.getByRole('list').query()).toBeNull();
  });
});

test('parts of a text are marked', async () => {
  await render(
    <p>
      <Marked
        text="Buy milk and more milk"
        marks={[
          { start: 4, end: 8 },
          { start: 18, end: 22 },
        ]}
      />
    </p>,
  );
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'milk',
    'milk',
  ]);
  await expect.element(page.getByRole('paragraph')).toHaveTextContent('Buy milk and more milk');
});

test('parts stand where the sentence of the language wants them', async () => {
  await render(<p>{withSlots(`${slot(1)} before ${slot(0)}.`, <b>one</b>, <i>two</i>)}</p>);
  await expect.element(page.getByRole('paragraph')).toHaveTextContent('two before one.');
});

test.each([
  [0, false, 'Just now'],
  [0, true, 'just now'],
  [5, false, '5m ago'],
  [3 * 60, false, '3h ago'],
  [2 * 24 * 60, true, '2d ago'],
])('%i minutes ago (within a sentence: %s): %s', async (minutes, within, text) => {
  await render(<RelativeTime time={ago(minutes)} within={within} />);
  await expect.element(page.getByRole('time')).toHaveTextContent(text);
  await expect.element(page.getByRole('time')).toHaveAttribute('title');
});

describe('faces', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada@example.com', 'A'],
    ['ada.king@example.com', 'AK'],
    ['Ada Augusta King-Noel', 'AN'],
    ['  ', '?'],
    ['😀 face', '😀F'],
  ])('%j: %s', async (name, initials) => {
    await render(<Avatar name={name} />);
    await expect.element(page.getByRole('img')).toHaveAttribute('data-initials', initials);
  });

  test('a picture has the name, and presence is read out', async () => {
    const { rerender } = await render(<Avatar name="Ada" src="data:," />);
    await expect.element(page.getByRole('img', { name: 'Ada' })).toHaveAttribute('src', 'data:,');
    await rerender(<Avatar name="Ada" present />);
    await expect.element(page.getByRole('img', { name: 'Ada, here now' })).toBeInTheDocument();
  });

  test('three are shown, the rest is counted', async () => {
    const people = ['Ada', 'Grace', 'Linus', 'Ken'].map((name) => ({ id: name, name }));
    await render(<AvatarStack label="Members" people={people} total={12} />);
    const group = page.getByRole('group', { name: 'Members' });
    await expect.element(group.getByRole('img')).toHaveLength(3);
    await expect.element(group).toHaveTextContent('+9');
  });
});

test('a bar tells its share, or only that it goes on', async () => {
  const { rerender } = await render(<Progress label="Sending" value={0.25} />);
  const bar = page.getByRole('progressbar', { name: 'Sending' });
  await expect.element(bar).toHaveAttribute('value', '0.25');
  await rerender(<Progress label="Sending" />);
  await expect.element(bar).not.toHaveAttribute('value');
});

test('the halo of an update ends before the words beside it', async () => {
  await render(<ConnectionDot state="connected" pulse={1} />);
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const flat = rules.flatMap((rule) =>
    'cssRules' in rule ? [rule, ...(rule as CSSGroupingRule).cssRules] : [rule],
  );
  const pulse = flat.find((rule) => rule instanceof CSSKeyframesRule && rule.name === 'pulse-once');
  const [, end] = (pulse as CSSKeyframesRule).cssRules;
  expect((end as CSSKeyframeRule).style.boxShadow).toContain('0px 0px 0px 5px');
  const sign = page.getByRole('status').element();
  expect(parseFloat(getComputedStyle(sign).columnGap)).toBeGreaterThan(5);
});
