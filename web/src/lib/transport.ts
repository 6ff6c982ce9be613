import { noReply } from './api-error.ts';
import { takeAskedAhead } from './asked-ahead.ts';

export interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
  readonly blob: () => Promise<Blob>;
}

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData | Blob;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
}

const cancelled = () => new DOMException('The call was cancelled', 'AbortError');

async function byFetch({
  method,
  url,
  headers,
  body,
  signal,
  keepalive,
}: Outgoing): Promise<Answer> {
  let response: Response;
  try {
    const sent = {
      method,
      headers,
      ...(typeof body === 'string' && { body }),
    };
    response =
      (await takeAskedAhead({ url, ...sent })) ??
      (await fetch(url, {
        ...sent,
        credentials: 'include',
        ...(signal && { signal }),
        ...(keepalive && { keepalive }),
      }));
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw noReply(error);
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => response.text(),
    blob: () => response.blob(),
  };
}

/** fetch cannot tell how much of an upload has gone out. */
function byRequest({ method, url, headers, body, signal, onProgress }: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelled());
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) =>
      event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        header: (name) => request.getResponseHeader(name),
        text: async () => request.responseText,
        blob: async () => new Blob([request.responseText]),
      });
    request.onerror = () => reject(noReply());
    request.onabort = () => reject(cancelled());
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(body ?? null);
  });
}

export const exchange = (outgoing: Outgoing): Promise<Answer> =>
  outgoing.body instanceof FormData || outgoing.body instanceof Blob
    ? byRequest(outgoing)
    : byFetch(outgoing);
