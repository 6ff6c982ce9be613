import { expect, test } from 'vitest';
import * as templates from './templates.ts';

const { resetPassword } = templates;

test('the link stands alone on its line in the text, and escaped in the HTML', () => {
  const url = 'http://clipline.test/reset-password#access_token=a&refresh_token=b&type=recovery';
  const { text, html } = resetPassword('ada@example.com', url);
  expect(text.split('\n')).toContain(url);
  expect(html).toContain(
    'href="http://clipline.test/reset-password#access_token=a&#38;refresh_token=b&#38;type=recovery"',
  );
});

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

test.each(Object.entries(templates))(
  'nothing that %s is given leaves its place in the HTML',
  (_name, template) => {
    const url = `http://x/${MARKUP}`;
    const { html, subject } = template('ada@example.com', url);
    expect(html).not.toMatch(/<img|<script/);
    expect(subject).not.toContain('<');
  },
);
