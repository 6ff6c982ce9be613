import type { BrowserContext, Request } from '@playwright/test';
import { MIN_PASSWORD_LENGTH } from '@clipline/contract/limits.ts';

/** What people typed as their password in any page so far. */
export const typedPasswords = new Set(['correct horse battery']);

const complaints: string[] = [];

/** As the server makes them: 256 bits in base64url. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/;
/** The address of a link, which only the bar of the browser has. */
const LINK = /\/s\/[\w-]{22}/;
/** Links that carry a secret because they are links, and the signatures of downloads. */
const CARRIERS = [
  /^\/desktop\/shared\/[\w-]{43}$/,
  /^\/api\/virtual-desktop\/shared\/[\w-]{43}$/,
  /^\/rooms\/[\w-]+\?join=[\w-]+$/,
  /^\/api\/(files\/[\w-]+(\/preview)?|account\/export-download)\?for=[\w.-]*&expires=\d+&signature=[\w-]{43}$/,
  /^\/api\/files\/archive\?archive=[\w-]+&expires=\d+&signature=[\w-]{43}$/,
];

/** A secret in what is sent of an address; its fragment stays in the browser. */
function secretInAddress(address: string): string | undefined {
  const { pathname, search } = new URL(address);
  const sent = pathname + search;
  if (CARRIERS.some((carrier) => carrier.test(sent))) return undefined;
  const told = decodeURIComponent(sent.replaceAll('+', ' '));
  if (TOKEN.test(sent)) return `a token in the address ${sent}`;
  return [...typedPasswords].some(
    (password) => password.length >= MIN_PASSWORD_LENGTH && told.includes(password),
  )
    ? `a password in the address ${sent}`
    : undefined;
}

function watchRequest(request: Request): void {
  const typed = (request.headers()['content-type'] ?? '').includes('json')
    ? request.postData()
    : null;
  for (const [, password] of typed?.matchAll(/"(?:new_)?password":"((?:[^"\\]|\\.)+)"/g) ?? [])
    typedPasswords.add(JSON.parse(`"${password}"`) as string);
  if (!request.url().startsWith('http')) return;
  const secret = secretInAddress(request.url());
  if (secret !== undefined) complaints.push(secret);
  const { referer } = request.headers();
  if (referer !== undefined && TOKEN.test(referer))
    complaints.push(`a token in the Referer ${referer}`);
  if (referer !== undefined && LINK.test(referer))
    complaints.push(`a link in the Referer ${referer}`);
}

/**
 * Complains when a page of this profile breaks its Content-Security-Policy, or sends a token where
 * servers and other sites read along.
 */
export function watchPages(context: BrowserContext): void {
  context.on('request', watchRequest);
  context.on('console', (message) => {
    if (/content.security.policy/i.test(message.text()))
      complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (TOKEN.test(socket.url())) complaints.push(`a token in the address ${socket.url()}`);
    }),
  );
}

/** What was noticed since this was asked the last time. */
export const complaintsOfPages = (): string[] => complaints.splice(0);
