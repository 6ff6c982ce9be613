export interface OutboxEntry {
  readonly id: string;
  readonly userId: string | null;
  readonly state: string;
  readonly createdAt: number;
  readonly content: string;
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }[];
}

/** What this browser keeps until the server has it. */
export const outboxOf = (page: {
  evaluate<T>(work: () => Promise<T>): Promise<T>;
}): Promise<OutboxEntry[]> =>
  page.evaluate(
    () =>
      new Promise<OutboxEntry[]>((resolve, reject) => {
        const opening = indexedDB.open('clipline');
        // There is none yet, and this makes none: the app would find it without its stores.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve([]));
        opening.addEventListener('blocked', () => reject(new Error('blocked')));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAll();
          all.addEventListener('success', () => {
            opening.result.close();
            resolve(all.result as OutboxEntry[]);
          });
        });
      }),
  );
