import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { storage } from './storage.ts';
import { getTheme, showTheme, systemTheme, type Theme, THEME_KEY } from './theme-choice.ts';

/** Prerendered pages are light until their first script has run. */
const shown = createStore<Theme>(() => 'light');

const show = (): void => shown.setState(showTheme(), true);

/** Choosing what the system says goes back to following it. */
function setTheme(theme: Theme): void {
  if (theme === systemTheme()) storage.remove(THEME_KEY);
  else storage.set(THEME_KEY, theme);
  show();
}

export const toggleTheme = (): void => setTheme(getTheme() === 'dark' ? 'light' : 'dark');

export function followTheme(): void {
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  window.addEventListener('storage', show);
}

export const useTheme = (): Theme => useStore(shown);
