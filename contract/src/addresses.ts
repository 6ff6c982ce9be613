import { EMAIL_PATTERN } from './limits.ts';
import { normalForm } from './normal-form.ts';
import { parseUrl } from './web-address.ts';

/** Control, format, private and unassigned characters, spaces, and whatever else is not seen. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A host as mail knows it; its last part is no number, or it would be an IP address. */
const HOST = new RegExp(String.raw`^(?:${LABEL}\.)+(?!\d+$)${LABEL}$`);
const MAX_HOST_LENGTH = 253;
const MAX_ADDRESS_LENGTH = 254;

function hostOf(domain: string): string | undefined {
  // These end the host of a URL, or spell it otherwise.
  if (/[/?#%]/.test(domain)) return undefined;
  const hostname = parseUrl(`http://${domain}`)?.hostname;
  return hostname !== undefined && hostname.length <= MAX_HOST_LENGTH && HOST.test(hostname)
    ? hostname
    : undefined;
}

const fold = (text: string) => normalForm(normalForm(text, 'NFKC').toLowerCase(), 'NFKC');

/**
 * The one spelling of an e-mail address, in which it is compared, counted, stored and mailed: NFKC,
 * lower case, its host in ASCII. Undefined when it is none, or has characters that are not seen.
 */
export function canonicalAddress(text: string): string | undefined {
  if (UNSEEN.test(text)) return undefined;
  const folded = fold(text);
  if (UNSEEN.test(folded) || !EMAIL_PATTERN.test(folded)) return undefined;
  const at = folded.lastIndexOf('@');
  const host = hostOf(folded.slice(at + 1));
  const address = `${folded.slice(0, at)}@${host}`;
  return host !== undefined && address.length <= MAX_ADDRESS_LENGTH ? address : undefined;
}
