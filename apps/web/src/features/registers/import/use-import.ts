import { type ImportNoun, type ImportPreview, largestImportFile } from '@atalaia/contract/import';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { previewImport, saveImport } from './api/import-file.ts';

/** Where an import stands. A file that is chosen again is looked at anew, since it may have been mended. */
export type ImportStage =
  | { readonly at: 'start' }
  | { readonly at: 'reading'; readonly file: File }
  | { readonly at: 'checked'; readonly file: File; readonly preview: ImportPreview }
  | { readonly at: 'saving'; readonly file: File; readonly preview: ImportPreview }
  /** `preview` is what was known before a save that failed. */
  | {
      readonly at: 'failed';
      readonly file: File;
      readonly error: unknown;
      readonly preview?: ImportPreview | undefined;
    };

/** One import from the choice of the file to its end. Whoever leaves gives up what is under way. */
export function useImport(noun: ImportNoun, onSaved: (created: number) => void) {
  const api = useApi();
  const { language } = useTexts();
  const [stage, setStage] = useState<ImportStage>({ at: 'start' });
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  function begin(): AbortSignal {
    underWay.current?.abort();
    const next = new AbortController();
    underWay.current = next;
    return next.signal;
  }

  async function check(file: File) {
    const signal = begin();
    setStage({ at: 'reading', file });
    try {
      if (file.size > largestImportFile) throw new ApiError('body-too-large', 413);
      const preview = await previewImport(api, { noun, file, language, signal });
      if (!signal.aborted) setStage({ at: 'checked', file, preview });
    } catch (error) {
      if (!signal.aborted) setStage({ at: 'failed', file, error });
    }
  }

  return {
    stage,
    check,

    async save(file: File, preview: ImportPreview) {
      const signal = begin();
      setStage({ at: 'saving', file, preview });
      try {
        const { created } = await saveImport(api, { noun, file, language, signal });
        if (!signal.aborted) onSaved(created);
      } catch (error) {
        if (signal.aborted) return;
        // somebody registered one of them meanwhile: what is wrong now is told
        if (error instanceof ApiError && error.code === 'import-refused') await check(file);
        else setStage({ at: 'failed', file, error, preview });
      }
    },
  };
}
