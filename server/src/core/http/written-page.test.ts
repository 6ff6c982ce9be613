import { describe, expect, test } from 'vitest';
import { escapeText, writtenDocument } from './pages.ts';

const ages = { now: '', minutes: [], hours: [], days: [] };
const template = {
  html: '<div>%CONTENT%</div><script type="application/json">%DATA%</script><p>%OTHER%</p>',
  parts: { text: '<textarea rows="1">%TEXT%</textarea><b title="%AGE%">%AGE%</b>' },
  ages,
};
const write = (text: string, data: unknown = { text }) =>
  writtenDocument(template, { part: 'text', texts: { TEXT: text, AGE: 'now' }, data });

/** What a parser finds of a text that stands in a textarea: RCDATA knows no markup. */
function readTextarea(html: string): string {
  const [, inside = ''] = /<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(html) ?? [];
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return inside.replace(/&(?:(\w+)|#(\d+));/g, (_, name: string, code: string) =>
    name ? (named[name] ?? '') : String.fromCharCode(Number(code)),
  );
}
const readData = (html: string): unknown =>
  JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(html)?.[1] ?? '');

const hostile = [
  '</textarea><script>alert(1)</script>',
  '</TEXTAREA ><img src=x onerror=alert(1)>',
  '<!--<script></script>-->',
  ']]><!DOCTYPE html></script\t>',
  '%TEXT% %DATA% %CONTENT% %AGE% %OTHER%',
  "$& $1 $` $' $$",
  '&lt;b&gt; &amp;amp; &#60;',
  '\n\nbegins with line feeds',
  '\r\nends of lines\r',
  ' \u2028 and \u2029 ',
  '"quotes" and \'others\'',
  '\u{1F600}\u202E\uFEFF',
];

describe('a text in a page', () => {
  test.each(hostile)('%j stays what it is, and becomes no markup', (text) => {
    const html = write(text);
    expect(readTextarea(html)).toBe(text);
    expect(readData(html)).toEqual({ text });
    const tags = html.match(/<[^>]*>/g);
    expect(tags).toEqual(write('harmless').match(/<[^>]*>/g));
    expect(html.split('<script')[1]).not.toMatch(/[\u2028\u2029]/);
    expect(html).toContain('<p>%OTHER%</p>');
  });

  test('what no document may hold is replaced for eyes, and whole for the app', () => {
    const text = 'a\0b\uD800c';
    const html = write(text);
    expect(readTextarea(html)).toBe('a\uFFFDb\uFFFDc');
    expect(readData(html)).toEqual({ text });
    expect(Buffer.from(html).toString('utf8')).toBe(html);
  });

  test('in an attribute it ends no quote', () => {
    expect(escapeText(`"'><&`)).toBe('&quot;&#39;&gt;&lt;&amp;');
  });

  test('a part that the build does not have is a defect', () => {
    expect(() => writtenDocument(template, { part: 'none', texts: {}, data: {} })).toThrow('none');
  });
});
