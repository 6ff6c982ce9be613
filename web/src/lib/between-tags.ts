const UNREAD = /^(style|script|template|title)\b/i;
const LINE_END = /^(br|\/p|\/div|\/li|\/tr|\/pre|\/blockquote|\/h[1-6])\b/i;
/** Longer than the name of any of these elements. */
const NAME_LENGTH = 12;

/** Where what begins there ends, so that the words go on; undefined where it never does. */
function endAfter(html: string, end: string | RegExp, from: number): number | undefined {
  if (typeof end === 'string') {
    const at = html.indexOf(end, from);
    return at < 0 ? undefined : at + end.length;
  }
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : undefined;
}

/**
 * What stands between the tags, from the first to the last in one go: regular expressions would
 * look through all the rest for the end of each tag that has none.
 */
export function betweenTags(html: string): string {
  let words = '';
  let at = 0;
  for (;;) {
    const begin = html.indexOf('<', at);
    if (begin < 0) return words + html.slice(at);
    words += html.slice(at, begin);
    const isComment = html.startsWith('<!--', begin);
    const end = endAfter(html, isComment ? '-->' : '>', begin);
    if (end === undefined) return isComment ? words : words + html.slice(begin);
    const tag = html.slice(begin + 1, Math.min(end - 1, begin + NAME_LENGTH));
    if (LINE_END.test(tag)) words += '\n';
    const unread = UNREAD.exec(tag)?.[1];
    const next =
      unread === undefined ? end : endAfter(html, new RegExp(`</${unread}\\s*>`, 'gi'), end);
    if (next === undefined) return words;
    at = next;
  }
}
