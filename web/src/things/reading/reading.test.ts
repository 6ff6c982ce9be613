import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Drawn } from './markdown.tsx';
import { parse } from './parse.ts';
import { rowsOf } from './rows.ts';

function coloured(text: string, language: string): string {
  const drawing = parse(text, language);
  return renderToStaticMarkup(drawing ? createElement(Drawn, { drawing }) : text);
}
const markdown = (text: string) => coloured(text, 'markdown');
const tagsIn = (markup: string) => new Set([...markup.matchAll(/<(\w+)/g)].map(([, tag]) => tag));

describe('Markdown', () => {
  test('is headings, lists, tables, quotes and code', () => {
    const tags = tagsIn(
      markdown(
        '# A\n\n- [x] b\n- c\n\n1. d\n\n| e |\n|---|\n| f |\n\n> g\n\n```sh\nls\n```\n\n**h** _i_ ~~j~~ `k`\n\n---\n',
      ),
    );
    for (const tag of 'h2 ul ol li table th td blockquote pre strong em del code hr'.split(' '))
      expect(tags, tag).toContain(tag);
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    'a <b>bold</b> <script>alert(1)</script> word',
    '<div onclick="alert(1)">\n\nx\n\n</div>',
    '<!-- comment -->\n\n<iframe src="https://example.com"></iframe>',
    '<svg/onload=alert(1)>',
  ])('markup stands as it was written: %s', (text) => {
    const markup = markdown(text);
    for (const tag of 'img script iframe svg b'.split(' '))
      expect(tagsIn(markup)).not.toContain(tag);
    expect(markup).toContain('&lt;');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](/relative)',
    '<javascript:alert(1)>',
    '![x](data:image/png;base64,AAAA)',
    '[x]: javascript:alert(1)\n\n[x]',
  ])('leads nowhere: %s', (text) => expect(markdown(text)).not.toContain('href'));

  test.each([
    ['[x](https://example.com/a)', 'https://example.com/a'],
    ['https://example.com/a', 'https://example.com/a'],
    ['<mailto:ada@example.com>', 'mailto:ada@example.com'],
  ])('%s leads to %s, which is told nothing', (text, href) => {
    const markup = markdown(text);
    expect(markup).toContain(`href="${href}"`);
    expect(markup).toContain('rel="noopener noreferrer nofollow"');
  });

  test('a picture is a link to it, by its words', () => {
    const markup = markdown('![A map](https://example.com/map.png)');
    expect(tagsIn(markup)).not.toContain('img');
    expect(markup).toMatch(/<a href="https:\/\/example.com\/map.png"[^>]*>A map<\/a>/);
  });

  test('what is nested too deep is still there', () => {
    expect(markdown('>'.repeat(60_000) + ' deep')).toContain('deep');
    expect(markdown('- '.repeat(2000) + 'deep')).toContain('deep');
  });

  test.each([
    'See[^1] and[^note].\n\n[^1]: word\n[^note]: https://example.com/footnote',
    'Words\n\n[nobody]: https://example.com/a "Title words"',
    '[used]\n\n[used]: https://example.com/a (Title words)\n[used]: https://example.com/second',
    '- item\n\n  [inner]: https://example.com/inner\n\n> [quoted]: <https://example.com/quoted>',
    '| a | b |\n|---|---|\n| c | d | excess |',
    '```sh title words\nls\n```',
    '[link](https://example.com "Title words") ![alt](https://example.com/p.png "Picture words")',
    '| a | b |\n|---|---|\n' + '|\n'.repeat(2000) + 'end',
  ])('no words are missing: %j', (text) => {
    const shown = markdown(text);
    const words = text.match(/[a-z]{3,}/gi) ?? [];
    const link = /^(https|www|example|com|png|used|sh)$/;
    for (const word of words.filter((each) => !link.test(each))) expect(shown).toContain(word);
  });

  test('a definition that something refers to is its link', () => {
    const markup = markdown('See [the page][Site].\n\n[site]: https://example.com/a');
    expect(markup).toContain('href="https://example.com/a"');
    expect(markup).not.toContain('[');
  });

  test('letters written by their names are those letters', () =>
    expect(markdown('a &amp; b &lt;i&gt;')).toContain('a &amp; b &lt;i&gt;'));
});

describe('code', () => {
  test.each([
    ['typescript', "const a = 'b'; // c"],
    ['python', "def f():\n    return 'b'  # c"],
    ['yaml', "a: 'b' # c"],
    ['shell', "echo 'b' # c"],
    ['sql', "select 'b' -- c"],
    ['go', 'var a = "b" // c'],
    ['rust', 'let a = "b"; // c'],
    ['java', 'String a = "b"; // c'],
    ['css', 'a { content: "b"; /* c */ }'],
    ['html', '<a href="b"><!-- c --></a>'],
  ])('%s has strings and comments in their colours', (language, text) => {
    const markup = coloured(text, language);
    expect(markup).toMatch(/class="text-accent"[^<]*>[^<]*b/);
    expect(markup).toMatch(/class="text-muted"[^<]*>[^<]*c/);
    expect(markup.replaceAll(/<[^>]*>/g, '').length).toBeGreaterThanOrEqual(text.length);
  });

  test('of no known language stays as it is', () =>
    expect(coloured('<b> & c', 'cobol')).toBe('&lt;b&gt; &amp; c'));
});

test.each([
  ['markdown', '- a\n'.repeat(2000)],
  ['csv', ','.repeat(7000)],
  ['typescript', '1;'.repeat(20_000)],
])('what a page is held by stands as it was written: %s', (language, text) =>
  expect(coloured(text, language)).toBe(text),
);

test('a few kilobytes are no table of millions of cells', () => {
  const table = '|a'.repeat(2000) + '\n' + '|-'.repeat(2000) + '\n' + '|\n'.repeat(5000);
  expect(tagsIn(markdown(table))).not.toContain('table');
});

test('a table has a value for each cell, whatever stands in quotes', () => {
  expect(rowsOf('a,b\r\n"x, ""y""","1\n2"\n,\n')).toEqual([
    ['a', 'b'],
    ['x, "y"', '1\n2'],
    ['', ''],
  ]);
  expect(rowsOf('a\tb\n1,5\t2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
});
