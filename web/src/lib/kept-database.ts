/** A database of its own, so that it goes as a whole. */
export const KEPT_DATABASE = 'clipline-kept';

export function forgetKept(): void {
  try {
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // A browser that gives no databases has none.
  }
}
