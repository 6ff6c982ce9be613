import { expect, it } from 'vitest';
import { linkParts, linksIn } from './links.ts';

it('cuts a text at the addresses in it', () => {
  expect(linkParts('see https://example.com/a?b=1#c, then go')).toEqual([
    { text: 'see ' },
    { text: 'https://example.com/a?b=1#c', href: 'https://example.com/a?b=1#c' },
    { text: ', then go' },
  ]);
});

it.each([
  ['(https://example.com/a)', 'https://example.com/a'],
  ['https://en.wikipedia.org/wiki/Ink_(colour).', 'https://en.wikipedia.org/wiki/Ink_(colour)'],
  ['“http://example.com/x”', 'http://example.com/x'],
  ['HTTPS://EXAMPLE.COM', 'https://example.com/'],
])('in %j it finds %s', (text, href) => expect(linksIn(text)).toEqual([href]));

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'https://',
  'http:///x',
  'mail ada@example.com',
])('%j has nothing to open', (text) => expect(linksIn(text)).toEqual([]));

it('names each address once, and gives the text back as it was', () => {
  const text = 'https://a.example https://a.example\nhttps://b.example';
  expect(linksIn(text)).toEqual(['https://a.example/', 'https://b.example/']);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
