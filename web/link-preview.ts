import { languages, type Language } from '@clipline/contract/languages.ts';
import { readTexts } from './messages.ts';

const region: Record<Language, string> = { en: 'en_US', fr: 'fr_FR', es: 'es_ES', de: 'de_DE' };

const addressOf = (language: Language) =>
  `%PUBLIC_URL%/${language === 'en' ? '' : `?lang=${language}`}`;

/** For use between the quotes of an attribute. */
export const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * What messengers and search engines show of the landing page. The server knows its own address and
 * puts it in for %PUBLIC_URL%.
 */
export async function linkPreview(language: Language): Promise<string[]> {
  const texts = await readTexts(language);
  const text = (key: string) => quoted(String(texts[key]));
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Clipline',
    'og:locale': region[language],
    'og:title': text('landing_preview_title'),
    'og:description': text('landing_preview_description'),
    'og:url': addressOf(language),
    'og:image': '%PUBLIC_URL%/preview.jpg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': text('landing_preview_image'),
    'twitter:card': 'summary_large_image',
  };
  return [
    `<link rel="canonical" href="${addressOf(language)}" />`,
    ...languages.map(
      (each) => `<link rel="alternate" hreflang="${each}" href="${addressOf(each)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${addressOf('en')}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${content}" />`,
    ),
  ];
}
