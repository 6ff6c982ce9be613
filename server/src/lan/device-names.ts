import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { asLine } from '@clipline/contract/schemas/common.ts';

/**
 * The name that a person gave a device, fit to be read by others and cut where it is too long;
 * undefined when nothing of it is left.
 */
export function deviceName(given: string | null | undefined): string | undefined {
  const line = asLine((given ?? '').normalize('NFC')).replace(/\s+/g, ' ');
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  let name = '';
  for (const character of characters) {
    if (name.length + character.length > MAX_DEVICE_NAME_LENGTH) break;
    name += character;
  }
  return name.trim() === '' ? undefined : name.trim();
}
