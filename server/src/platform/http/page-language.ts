import type { FastifyRequest } from 'fastify';
import { isLanguage, LANGUAGE_COOKIE, type Language } from '@clipline/contract/languages.ts';
import { readCookie } from './cookies.ts';

/**
 * What the reader's browser likes best of the languages there are: `fr-CH, fr;q=0.9, en;q=0.8` is
 * French.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  return (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return {
        language: tag.split('-', 1)[0],
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ language }) => language)
    .find(isLanguage);
}

/**
 * The language a page is shown in: of the address (`?lang=fr`), else what was chosen in this
 * browser, else what the browser asks for.
 */
export function languageOf({ url, headers }: FastifyRequest): Language {
  const asked = [
    new URLSearchParams(url.split('?', 2)[1]).get('lang'),
    readCookie(headers.cookie, LANGUAGE_COOKIE),
  ];
  return asked.find(isLanguage) ?? preferredLanguage(headers['accept-language']) ?? 'en';
}
