/** What offline/ keeps of a person's clips; a database of its own, so that it goes as a whole. */
export const KEPT_DATABASE = 'clipline-kept';

/** A log-in or log-out leaves nothing for the next person to read. */
export function forgetKept(): void {
  try {
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // A browser that gives no databases has none.
  }
}
