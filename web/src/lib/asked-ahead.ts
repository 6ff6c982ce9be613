/** A call that html/boot.ts sent before any script of the app had come. */
export interface AskedAhead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answer: Promise<Response | undefined>;
}

declare global {
  interface Window {
    askedAhead?: readonly AskedAhead[] | undefined;
  }
}

/** Its answer is too old to show when the page was opened longer ago. */
const USEFUL_MS = 30_000;

const areSame = (one: AskedAhead['headers'], other: AskedAhead['headers']): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => one[name] === other[name],
  );

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
