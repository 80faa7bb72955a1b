import { Monitor, Moon, Sun } from 'lucide-react';

import { Segmented } from './segmented.tsx';
import { texts } from '../texts/shared-texts.ts';

export type ThemeChoice = 'dark' | 'light' | 'system';

interface ThemeSwitchProps {
  readonly value: ThemeChoice;
  readonly onChange: (value: ThemeChoice) => void;
}

const OPTIONS = [
  { value: 'system', label: texts.theme.system, icon: <Monitor aria-hidden /> },
  { value: 'light', label: texts.theme.light, icon: <Sun aria-hidden /> },
  { value: 'dark', label: texts.theme.dark, icon: <Moon aria-hidden /> },
] as const;

export function ThemeSwitch({ value, onChange }: ThemeSwitchProps) {
  return (
    <Segmented<ThemeChoice>
      label={texts.theme.label}
      value={value}
      options={OPTIONS}
      onChange={onChange}
    />
  );
}
