/** Under which mark this page has read what it shows; null: under several. */
let readUnder: string | null | undefined;

/** A reply came that tells under which mark it was read. */
export function noteRead(mark: string): void {
  readUnder = readUnder === undefined || readUnder === mark ? mark : null;
}

/** Another person is signed in, or none: what was read as another one counts no more. */
export const forgetReads = (): void => void (readUnder = undefined);

/**
 * Whether all that was read is still as the server has it under this mark; what is not is read
 * again then, and by the next time counts as read under it.
 */
export function isReadUnder(mark: string | undefined): boolean {
  const isCurrent = mark !== undefined && readUnder === mark;
  readUnder = mark;
  return isCurrent;
}
