/** The texts of the clips that this browser keeps for reading offline, newest first. */
export const keptTexts = (page: {
  evaluate(work: () => Promise<string[]>): Promise<string[]>;
}): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('clipline-kept');
        // There is none, and this makes none.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve([]));
        opening.addEventListener('blocked', () => reject(new Error('blocked')));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const end = (texts: string[]) => {
            db.close();
            resolve(texts);
          };
          const reading = db.transaction('kept').objectStore('kept').get('all');
          reading.addEventListener('success', () => {
            const kept = reading.result as { clips: { content: string }[] } | undefined;
            end(kept?.clips.map(({ content }) => content) ?? []);
          });
        });
      }),
  );
