import {
  type ImportPreview,
  type ImportResult,
  importPreviewSchema,
  importResultSchema,
  largestImportFile,
} from '@atalaia/contract/reports/import';
import type { Language } from '@atalaia/phrases/languages';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';

/** Where a noun's import is in the API. */
export interface ImportSource {
  /** Below the API's root. */
  readonly path: string;
  /** File name of the template. */
  readonly templateName: string;
  /** A row is several things, and this shows what becomes of each. */
  readonly showPlan?: (plan: NonNullable<ImportPreview['plan']>) => ReactNode;
}

/** A file to import, and the language of its numbers and dates. */
interface ImportRequest {
  readonly path: string;
  readonly file: File;
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly choices: ImportChoices;
}

/** What becomes of rows that are there already, and of those with an error. */
export interface ImportChoices {
  readonly update: boolean;
  readonly skip: boolean;
  /** New users are sent an invitation. */
  readonly invite: boolean;
  /** What columns are read as by their letter, whatever their headings say; '' for not at all. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A file of the largest size is looked at, and saved, well within it, ms. */
const timeoutMs = 120_000;

/** What the file holds and everything wrong with it; nothing is saved. */
function previewImport(api: ApiClient, importRequest: ImportRequest): Promise<ImportPreview> {
  return api.json(
    { ...requestOf(importRequest, 'true'), posted: { file: typed(importRequest.file) } },
    importPreviewSchema,
  );
}

/** Saves every row, or none. */
function saveImport(api: ApiWriter, importRequest: ImportRequest): Promise<ImportResult> {
  const request = requestOf(importRequest, 'false');
  return api.json({ ...request, method: 'POST', file: typed(importRequest.file) }, importResultSchema);
}

/** As the query has it; undefined where every column is read as its heading says. */
function columnsText(columns: ImportChoices['columns']): string | undefined {
  const entries = Object.entries(columns);
  return entries.length === 0 ? undefined : entries.map(([letter, name]) => `${letter}=${name}`).join(',');
}

function requestOf({ path, language, signal, choices }: ImportRequest, preview: 'true' | 'false') {
  const columns = columnsText(choices.columns);
  return {
    path,
    query: {
      preview,
      language,
      ...(choices.update && { update: 'true' }),
      ...(choices.skip && { skip: 'true' }),
      ...(choices.invite && { invite: 'true' }),
      ...(columns && { columns }),
    },
    signal,
    timeoutMs,
  };
}

/** What a system calls a file is not to be relied on: the server looks at what it holds. */
function typed(file: File): Blob {
  const type = file.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
  return file.slice(0, file.size, type);
}

/** The state of an import. A file that is chosen again is looked at again, since it may have been mended. */
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

/** One import from the choice of the file to its end. Unmounting aborts it. */
export function useImport(path: string, choices: ImportChoices, onSaved: (saved: number) => void) {
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

  async function check(file: File, now = choices) {
    const signal = begin();
    setStage({ at: 'reading', file });
    try {
      if (file.size > largestImportFile) throw new ApiError('body-too-large', 413);
      const preview = await previewImport(api, { path, file, language, signal, choices: now });
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
        const { created, updated = 0 } = await saveImport(api.writer(), {
          ...{ path, file, language, signal, choices },
        });
        if (!signal.aborted) onSaved(created + updated);
      } catch (error) {
        if (signal.aborted) return;
        // someone registered one of them meanwhile: check the file again
        if (error instanceof ApiError && error.code === 'import-refused') await check(file);
        else setStage({ at: 'failed', file, error, preview });
      }
    },
  };
}
