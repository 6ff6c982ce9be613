import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { composeMessage, mailAddress, parseSender } from './message.ts';
import { greetingOf } from './smtp.ts';

const mail = {
  id: 'AbC-1_2',
  recipient: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  created_at: Date.UTC(2026, 0, 2, 3, 4, 5),
  attempts: 0,
  next_attempt_at: 0,
};
const FROM = 'Clipline <no-reply@example.org>';

describe('a composed message', () => {
  test('is what a mail reader expects', async () => {
    const raw = await composeMessage(mail, FROM);
    expect(await PostalMime.parse(raw)).toMatchObject({
      from: { name: 'Clipline', address: 'no-reply@example.org' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Hello',
      messageId: '<AbC-1_2@example.org>',
      date: '2026-01-02T03:04:05.000Z',
      text: 'Hello\n',
      html: '<p>Hello</p>\n',
    });
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('carries any script in subject, sender and text', async () => {
    const subject = 'Приглашение в комнату 🎉 «Большая и очень длинная комната для всех и каждого»';
    const written = { ...mail, subject, text: 'Zürich 東京' };
    const raw = await composeMessage(written, 'Clïpline "x" <no-reply@example.org>');
    const parsed = await PostalMime.parse(raw);
    expect(parsed.subject).toBe(subject);
    expect(parsed.from?.name).toBe('Clïpline "x"');
    expect(parsed.text).toBe('Zürich 東京\n');
    expect(raw).toContain('Zürich 東京');
    for (const line of raw.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [])
      expect(line.length).toBeLessThanOrEqual(78);
  });

  test.each([
    ['subject', { subject: 'a\r\nBcc: eve@example.com' }],
    ['recipient', { recipient: 'a@example.com\r\nBcc: eve@example.com' }],
    ['recipient with a second one', { recipient: 'a@example.com, eve@example.com' }],
  ])('gets no header or recipient from its %s', async (_what, part) => {
    const parsed = await PostalMime.parse(await composeMessage({ ...mail, ...part }, FROM));
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.to).toHaveLength(1);
  });
});

test.each([
  ['https://clips.example.com', 'clips.example.com'],
  ['http://192.168.1.5:3000', '[192.168.1.5]'],
  ['http://[fd00::1]:3000', '[IPv6:fd00::1]'],
])('from %s a mail server is greeted as %s', (url, name) => {
  expect(greetingOf(url)).toBe(name);
});

test('an international domain is spelled in ASCII', () => {
  expect(mailAddress('ada@münchen.example')).toBe('ada@xn--mnchen-3ya.example');
});

test.each([
  ['no-reply@example.org', { name: '', address: 'no-reply@example.org' }],
  ['Clipline <no-reply@example.org>', { name: 'Clipline', address: 'no-reply@example.org' }],
  [
    '"Clipline, Inc." <no-reply@example.org>',
    { name: 'Clipline, Inc.', address: 'no-reply@example.org' },
  ],
  ['<no-reply@example.org>', { name: '', address: 'no-reply@example.org' }],
])('the sender %s is understood', (from, expected) => {
  expect(parseSender(from)).toEqual(expected);
});
