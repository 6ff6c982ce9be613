/**
 * A call that the page sent by itself, before any script of the app had come (app/ask-ahead.ts).
 */
interface AskedAhead {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    askedAhead?: AskedAhead | undefined;
  }
}

/** Later than this after the page was opened its answer is too old to show. */
const USEFUL_MS = 30_000;

const areSame = (one: AskedAhead['headers'], other: AskedAhead['headers']): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => one[name] === other[name],
  );

/** The answer to this call, if the page has asked for it already; it is given once. */
export function takeAskedAhead(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> | undefined {
  const asked = window.askedAhead;
  if (asked?.url !== url || !areSame(asked.headers, headers)) return undefined;
  window.askedAhead = undefined;
  return performance.now() < USEFUL_MS ? asked.answer : undefined;
}
