import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { IconButton } from '../ui/icon-button.tsx';

export function ThemeButton() {
  const theme = useTheme();
  return theme === 'dark' ? (
    <IconButton icon={Sun} label="Light theme" onClick={toggleTheme} />
  ) : (
    <IconButton icon={Moon} label="Dark theme" onClick={toggleTheme} />
  );
}
