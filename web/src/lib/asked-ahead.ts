/**
 * A call that the page sent by itself, before any script of the app had come (app/ask-ahead.ts).
 */
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

let taken = false;

/** Whether something on this page was read before its scripts had come. */
export const wasAskedAhead = (): boolean => taken;

/** The answer to this call, if the page has asked for it already; it is given once. */
export function takeAskedAhead(
  url: string,
  authorization: string | undefined,
): Promise<Response> | undefined {
  const asked = window.askedAhead;
  if (asked?.url !== url || asked.authorization !== authorization) return undefined;
  window.askedAhead = undefined;
  taken = performance.now() < USEFUL_MS;
  return taken ? asked.answer : undefined;
}
