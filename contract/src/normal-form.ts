/** Halfwidth voicing marks are letters that become marks in the compatible forms. */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalising puts the marks after a letter in order, in a time that grows with the square of their
 * number: half a megabyte of them takes minutes. No language needs more than thirty, the bound of
 * the stream-safe text format of UAX #15; further ones go.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replace(MANY_MARKS, '$1').normalize(form);
