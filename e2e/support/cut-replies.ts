import type { Page } from '@playwright/test';

interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * From now on replies that `isCut` names never reach the page, though the server did what was asked;
 * the result ends that.
 */
export async function cutReplies(
  page: Page,
  isCut: (request: Outgoing) => boolean,
  urlPattern = '*/api/clipboard*',
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { method, url, headers } = request;
    const next = isCut({ method, url, headers })
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionClosed' })
      : session.send('Fetch.continueResponse', { requestId });
    // The page may have closed meanwhile.
    next.catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern, requestStage: 'Response' }],
  });
  return () => session.detach();
}

/** What a call of the outbox is told apart by: the clip, or one of its files. */
export function callOf({ method, url, headers }: Outgoing): string | undefined {
  const { pathname } = new URL(url);
  if (method !== 'POST') return undefined;
  if (pathname === '/api/clipboard') return 'clip';
  if (!/^\/api\/clipboard\/[^/]+\/files$/.test(pathname)) return undefined;
  const part = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-capture-part');
  return `file ${part?.[1].split(':')[1]}`;
}
