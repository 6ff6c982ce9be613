/**
 * A call that the page sent by itself, before any script of the app had come (html/boot.ts).
 */
export interface AskedAhead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Undefined where it turned out not to be sent. */
  readonly answer: Promise<Response | undefined>;
}

declare global {
  interface Window {
    askedAhead?: readonly AskedAhead[] | undefined;
  }
}

/** Later than this after the page was opened its answer is too old to show. */
const USEFUL_MS = 30_000;

const areSame = (one: AskedAhead['headers'], other: AskedAhead['headers']): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => one[name] === other[name],
  );

/** The answer to this call, if the page has asked for it already; it is given once. */
export async function takeAskedAhead(
  call: Omit<AskedAhead, 'answer'>,
): Promise<Response | undefined> {
  const asked = window.askedAhead?.find(
    ({ method, url, headers, body }) =>
      method === call.method &&
      url === call.url &&
      body === call.body &&
      areSame(headers, call.headers),
  );
  if (!asked) return undefined;
  window.askedAhead = window.askedAhead?.filter((each) => each !== asked);
  return performance.now() < USEFUL_MS ? asked.answer : undefined;
}
