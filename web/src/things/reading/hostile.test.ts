import { hardText } from '@clipline/contract/hostile.test-suite.ts';
import { expect, test } from 'vitest';
import { rowsOf } from './rows.ts';
import { excerpt, linkParts } from '../../lib/text.ts';

test.each<[string, (text: string) => unknown]>([
  ['excerpt', excerpt],
  ['linkParts', linkParts],
  ['rowsOf', rowsOf],
])('%s takes no more than the double of twice the letters', (_name, look) => {
  expect(hardText(look, 16_000)).toBeUndefined();
});
