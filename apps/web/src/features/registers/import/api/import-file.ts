import {
  type ImportNoun,
  type ImportPreview,
  type ImportResult,
  importPreviewSchema,
  importResultSchema,
} from '@atalaia/contract/import';
import type { Language } from '@atalaia/phrases/languages';
import type { ApiClient } from '../../../../lib/api/api-client.ts';

/** What is imported, as what noun, and the language whose numbers and dates it holds. */
export interface ImportWish {
  readonly noun: ImportNoun;
  readonly file: File;
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** A file of the largest size is looked at, and saved, well within it, ms. */
const timeoutMs = 120_000;

/** What the file holds and everything wrong with it; nothing is saved. */
export function previewImport(api: ApiClient, wish: ImportWish): Promise<ImportPreview> {
  return api.json(requestOf(wish, 'true'), importPreviewSchema);
}

/** Saves every row, or none. */
export function saveImport(api: ApiClient, wish: ImportWish): Promise<ImportResult> {
  return api.json(requestOf(wish, 'false'), importResultSchema);
}

function requestOf({ noun, file, language, signal }: ImportWish, preview: 'true' | 'false') {
  const query = { preview, language };
  return { method: 'POST', path: `imports/${noun}`, query, file: typed(file), signal, timeoutMs } as const;
}

/** What a system calls a file is not to be relied on: the server looks at what it holds. */
function typed(file: File): Blob {
  const type = file.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
  return file.slice(0, file.size, type);
}
