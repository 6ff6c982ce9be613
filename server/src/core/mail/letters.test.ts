import { languages } from '@clipline/contract/languages.ts';
import { expect, test } from 'vitest';
import { accountLetters } from '../../auth/auth.mails.ts';

import { ownerLetters } from '../../owner/owner.mails.ts';
import { roomLetters } from '../../rooms/rooms.mails.ts';

test('the link stands alone on its line in the text, and escaped in the HTML', () => {
  const url = 'http://clipline.test/reset-password#access_token=a&refresh_token=b&type=recovery';
  const { text, html } = accountLetters.resetPassword('ada@example.com', url, 'en');
  expect(text.split('\n')).toContain(url);
  expect(html).toContain(
    'href="http://clipline.test/reset-password#access_token=a&#38;refresh_token=b&#38;type=recovery"',
  );
});

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

test.each(Object.entries({ ...accountLetters, ...ownerLetters, ...roomLetters }))(
  'nothing that %s is given breaks out of the HTML around it',
  (_kind, letter) => {
    const url = `http://x/${MARKUP}`;
    for (const language of languages) {
      const { html, subject } = letter('ada@example.com', url, language, {
        name: MARKUP,
        provider: 'Kitchen',
        device: MARKUP,
      });
      expect(html).toContain(`<html lang="${language}">`);
      expect(html.match(/<a /g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(html).toContain('Clipline</p>');
      expect(html).not.toMatch(/<img|<script/);
      expect(subject).not.toContain('<');
    }
  },
);
