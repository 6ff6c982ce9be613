import { storage } from './storage.ts';

export type Theme = 'light' | 'dark';
export const THEME_KEY = 'theme';
const CANVAS: Record<Theme, string> = { light: '#FAFAF7', dark: '#0E0F10' };

export const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

export function getTheme(): Theme {
  const stored = storage.get(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : systemTheme();
}

export function showTheme(): Theme {
  const theme = getTheme();
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', CANVAS[theme]);
  return theme;
}
