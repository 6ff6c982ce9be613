/** A part of a text: as it is, or an address that can be opened. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** Only these two; and what ends a sentence or a bracket around an address is not part of it. */
const ADDRESS = /https?:\/\/[^\s/<>"'`][^\s<>"'`]*/gi;
const TRAILING = /[.,;:!?…»”’)\]}]+$/;

function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== '' ? href : undefined;
}

/** An address may hold brackets of its own: only one that was never opened in it is cut off. */
function trimmed(found: string): string {
  let address = found;
  for (;;) {
    const end = TRAILING.exec(address)?.[0].at(-1);
    if (end === undefined) return address;
    const opening = { ')': '(', ']': '[', '}': '{' }[end];
    if (opening && address.split(opening).length >= address.split(end).length) return address;
    address = address.slice(0, -1);
  }
}

/** A text cut at the addresses in it. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: address, href });
    from = match.index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The addresses in a text, each once. */
export const linksIn = (text: string): string[] => [
  ...new Set(linkParts(text).flatMap(({ href }) => href ?? [])),
];
