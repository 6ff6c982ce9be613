/** Between, the latest answer stands, whatever the wall clock is set to. A failure is not kept. */
export function keptFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (latest && performance.now() - latest.at < ms) return latest.answer;
    const asked = { at: performance.now(), answer: ask() };
    latest = asked;
    asked.answer.catch(() => {
      if (latest === asked) latest = undefined;
    });
    return asked.answer;
  };
}
