import { expect, it } from 'vitest';
import { linkParts, linksIn } from './text.ts';

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

it.each([
  ['https://example.com/a((b)))]]', 'https://example.com/a((b))'],
  ['https://example.com/[a](b)).', 'https://example.com/[a](b)'],
  ['https://example.com/{a}.{b}}', 'https://example.com/%7Ba%7D.%7Bb%7D'],
])('cuts off of %j what was not opened in it', (text, href) =>
  expect(linksIn(text)).toEqual([href]),
);

it.each([
  ['brackets at the end', ')'],
  ['brackets of each kind', ')]}'],
  ['full stops and brackets', '.)'],
])(
  'half a megabyte of %s takes no time to speak of',
  (_name, unit) => {
    const many = unit.repeat(500_000 / unit.length);
    expect(linksIn(`https://example.com/a${many}`)).toEqual(['https://example.com/a']);
    expect(linkParts(`https://example.com/a${many}b`)).toHaveLength(1);
  },
  5000,
);

it('of very many addresses the first are links, and nothing of the text is lost', () => {
  const text = 'https://a.example/b '.repeat(20_000);
  const parts = linkParts(text);
  expect(parts.filter(({ href }) => href !== undefined)).toHaveLength(1000);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

it('names each address once, and gives the text back as it was', () => {
  const text = 'https://a.example https://a.example\nhttps://b.example';
  expect(linksIn(text)).toEqual(['https://a.example/', 'https://b.example/']);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
