/** Which bytes of a content a Range header asks for. */
export type RequestedRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number };

/**
 * One range is honoured; several or a malformed header count as none given (RFC 9110, 14.2).
 * 'none': outside of the content.
 */
export function requestedRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return { kind: 'all' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'none' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'all' };
  return start >= size ? { kind: 'none' } : { kind: 'part', start, end };
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether an If-None-Match header names the tag, so that the caller has the content already. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => opaque(each) === tag));
