import type { FastifyRequest } from 'fastify';
import { isLanguage, LANGUAGE_COOKIE, type Language } from '@clipline/contract/languages.ts';
import { acceptedBy } from './accepted.ts';
import { readCookie } from './cookies.ts';

/**
 * What the reader's browser likes best of the languages there are: `fr-CH, fr;q=0.9, en;q=0.8` is
 * French.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  return acceptedBy(acceptLanguage)
    .map((tag) => tag.split('-', 1)[0])
    .find(isLanguage);
}

/** What was chosen in this browser, else what it asks for; undefined for most programs. */
export function languageOfBrowser({ headers }: FastifyRequest): Language | undefined {
  const chosen = readCookie(headers.cookie, LANGUAGE_COOKIE);
  return isLanguage(chosen) ? chosen : preferredLanguage(headers['accept-language']);
}

/** The language a page is shown in: of the address (`?lang=fr`), else of the browser. */
export function languageOf(request: FastifyRequest): Language {
  const asked = new URLSearchParams(request.url.split('?', 2)[1]).get('lang');
  return isLanguage(asked) ? asked : (languageOfBrowser(request) ?? 'en');
}
