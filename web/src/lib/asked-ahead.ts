/** A call that the page sent by itself, before any script of the app had come (app/ask-ahead.ts). */
interface AskedAhead {
  readonly url: string;
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    askedAhead?: AskedAhead | undefined;
  }
}

/** Later than this after the page was opened its answer is too old to show. */
const USEFUL_MS = 30_000;

/** The answer to this call, if the page has asked for it already; it is given once. */
export function takeAskedAhead(url: string, authorization: string | undefined): Promise<Response> | undefined {
  const asked = window.askedAhead;
  if (asked?.url !== url || asked.authorization !== authorization) return undefined;
  window.askedAhead = undefined;
  return performance.now() < USEFUL_MS ? asked.answer : undefined;
}
