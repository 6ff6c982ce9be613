import { expect, test } from 'vitest';
import { confirmAddress, resetPassword } from './templates.ts';

test('the link stands alone on its line in the text, and escaped in the HTML', () => {
  const url = 'http://clipline.test/reset-password#access_token=a&refresh_token=b&type=recovery';
  const { text, html } = resetPassword('ada@example.com', url);
  expect(text.split('\n')).toContain(url);
  expect(html).toContain('href="http://clipline.test/reset-password#access_token=a&#38;refresh_token=b&#38;type=recovery"');
});

test('nothing in a mail leaves its place in the HTML', () => {
  expect(confirmAddress('ada@example.com', 'http://x/"><script>').html).not.toContain('<script>');
});
