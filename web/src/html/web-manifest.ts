import type { Language } from '@clipline/contract/languages.ts';
import { m } from '../paraglide/messages.js';

export const manifestName = (language: Language): string => `manifest.${language}.webmanifest`;

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const picture = (formFactor: 'wide' | 'narrow', sizes: string) => ({
  src: `/icons/screen-${formFactor}.webp`,
  sizes,
  type: 'image/webp',
  form_factor: formFactor,
  label: m.clips_dashboard_title(),
});

const CANVAS = '#FAFAF7';

/** The pictures are made by `npm run pictures`. */
export const webManifest = (language: Language): object => ({
  id: '/',
  name: 'Clipline',
  short_name: 'Clipline',
  description: m.app_description(),
  lang: language,
  dir: 'ltr',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  theme_color: CANVAS,
  background_color: CANVAS,
  categories: ['productivity', 'utilities'],
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-512', 512, 'maskable'),
  ],
  screenshots: [picture('wide', '1280x800'), picture('narrow', '780x1688')],
  shortcuts: [
    { name: m.clips_new(), url: '/new-clip' },
    { name: m.app_favorites(), url: '/favorites' },
    { name: m.desktop_title(), url: '/desktop' },
  ],
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['*/*'] }],
    },
  },
});
