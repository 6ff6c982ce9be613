const texts = new Set(['text/plain', 'text/*']);
const others = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether an Accept header would rather have a plain text than JSON. Of two that are wanted as much
 * the one named first counts; without a wish it is JSON.
 */
export function wantsText(accept: string | undefined): boolean {
  const wishes = (accept ?? '')
    .split(',')
    .map((each) => {
      const [type = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ type, quality }) => quality > 0 && (texts.has(type) || others.has(type)))
    .toSorted((one, other) => other.quality - one.quality);
  return texts.has(wishes[0]?.type ?? '');
}
