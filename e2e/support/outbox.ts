import type { Page } from '@playwright/test';

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

/** Puts something there as the service worker does with what another program shared. */
export const hold = (
  page: Page,
  held: {
    readonly id: string;
    readonly content: string;
    readonly createdAt?: number;
    /** Name, type and base64 of each file. */
    readonly files?: readonly (readonly [string, string, string])[];
  },
): Promise<void> =>
  page.evaluate(
    ({ id, content, createdAt = Date.now(), files = [] }) =>
      new Promise<void>((resolve, reject) => {
        const blobs = files.map(
          ([, type, bytes]) =>
            new Blob([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], { type }),
        );
        const opening = indexedDB.open('clipline', 1);
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore('entries', { keyPath: 'id' });
          opening.result.createObjectStore('files');
        });
        opening.addEventListener('error', () => reject(new Error('No database')));
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction(['entries', 'files'], 'readwrite');
          transaction.objectStore('entries').put({
            id,
            userId: null,
            createdAt,
            content,
            files: files.map(([name, type], index) => ({ name, type, size: blobs[index]?.size })),
            state: 'held',
            error: null,
            clipId: null,
            filesSent: 0,
            tried: false,
            undone: false,
          });
          if (blobs.length > 0) transaction.objectStore('files').put(blobs, id);
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    held,
  );
