import { useMemo } from 'react';
import { useSettings } from '../settings/settings-context.ts';
import { useTexts } from '../texts/texts-context.ts';
import { createFormats, type Formats } from './formats.ts';

export function useFormats(): Formats {
  const settings = useSettings();
  const { language } = useTexts();
  return useMemo(() => createFormats(settings, language), [settings, language]);
}
