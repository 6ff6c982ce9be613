import { languages, type Language } from '@clipline/contract/languages.ts';
import { m } from '../paraglide/messages.js';

const region: Record<Language, string> = { en: 'en_US', fr: 'fr_FR', es: 'es_ES', de: 'de_DE' };

const addressIn = (language: Language) =>
  `%PUBLIC_URL%/${language === 'en' ? '' : `?lang=${language}`}`;

/**
 * What messengers and search engines show of the landing page. The server knows its own address and
 * puts it in for %PUBLIC_URL%.
 */
export function linkPreview(language: Language, quoted: (text: string) => string): string[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Clipline',
    'og:locale': region[language],
    'og:title': m.landing_preview_title(),
    'og:description': m.landing_preview_description(),
    'og:url': addressIn(language),
    'og:image': '%PUBLIC_URL%/preview.jpg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': m.landing_preview_image(),
    'twitter:card': 'summary_large_image',
  };
  return [
    `<link rel="canonical" href="${addressIn(language)}" />`,
    ...languages.map(
      (each) => `<link rel="alternate" hreflang="${each}" href="${addressIn(each)}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${addressIn('en')}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${quoted(content)}" />`,
    ),
  ];
}
