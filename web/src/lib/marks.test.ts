import { expect, it } from 'vitest';
import { leadingTo } from './text.ts';

it('shows the first word within a few lines of a card', () => {
  const long = `${'before '.repeat(20)}\n\n\tthe needle after`;
  expect(leadingTo(long, 'NEEDLE')).toBe('…before before before the needle after');
  expect(leadingTo('the needle', 'needle')).toBe('the needle');
  expect(leadingTo(`${'x'.repeat(80)}needle`, 'needle')).toBe('…needle');
  expect(leadingTo(' two\nlines ', 'nothing')).toBe('two lines');
});
