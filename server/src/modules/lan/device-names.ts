import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';

/**
 * Control and format characters, which hide text or turn its direction; the joiner that emoji are
 * made with may stay.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]--[\u200d]]/gv;

/**
 * The name that a person gave a device, fit to be read by others; undefined when nothing of it is
 * left.
 */
export function deviceName(given: string | null | undefined): string | undefined {
  const clean = (given ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .trim();
  const characters = Array.from(new Intl.Segmenter().segment(clean), ({ segment }) => segment);
  let name = '';
  for (const character of characters) {
    if (name.length + character.length > MAX_DEVICE_NAME_LENGTH) break;
    name += character;
  }
  return name.trim() === '' ? undefined : name.trim();
}
