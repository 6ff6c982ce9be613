import { acceptedBy } from '../../platform/http/accepted.ts';

const texts = new Set(['text/plain', 'text/*']);
const others = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether an Accept header would rather have a plain text than JSON. Of two that are wanted as much
 * the one named first counts; without a wish it is JSON.
 */
export function wantsText(accept: string | undefined): boolean {
  const best = acceptedBy(accept).find((type) => texts.has(type) || others.has(type));
  return texts.has(best ?? '');
}
