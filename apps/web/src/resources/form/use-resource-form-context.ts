import { useMemo } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { FormContext } from './form-definition.ts';

/** Who fills forms in; undefined while nobody is signed in. */
export function useResourceFormContext(): FormContext | undefined {
  const session = useSession();
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const settings = useSettings();
  return useMemo(() => {
    if (session.phase !== 'signed-in') return undefined;
    const { person, profile } = session;
    return { text, textOr, formats, settings, person, profile };
  }, [session, text, textOr, formats, settings]);
}
