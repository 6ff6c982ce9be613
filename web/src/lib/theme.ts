import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { storage } from './storage.ts';

export type Theme = 'light' | 'dark';
const KEY = 'theme';
const CANVAS: Record<Theme, string> = { light: '#FAFAF7', dark: '#0E0F10' };
/** Prerendered pages are light until their first script has run. */
const shown = createStore<Theme>(() => 'light');

const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

function chosenTheme(): Theme | null {
  const stored = storage.get(KEY);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

const getTheme = (): Theme => chosenTheme() ?? systemTheme();

function show(): void {
  const theme = getTheme();
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', CANVAS[theme]);
  shown.setState(theme, true);
}

/** Remembers the choice; choosing what the system says goes back to following it. */
function setTheme(theme: Theme): void {
  if (theme === systemTheme()) storage.remove(KEY);
  else storage.set(KEY, theme);
  show();
}

export const toggleTheme = (): void => setTheme(getTheme() === 'dark' ? 'light' : 'dark');

/**
 * For as long as the page lives: the system turning dark, or another tab's choice, shows here too.
 */
export function followTheme(): void {
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  window.addEventListener('storage', show);
}

export const useTheme = (): Theme => useStore(shown);
