import type { ImportError, ImportPreview, ImportWarning } from '@atalaia/contract/import';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** An error or a warning as the table shows it. */
export interface Finding {
  readonly key: string;
  readonly isError: boolean;
  readonly problem: TextKey;
  readonly found: ImportError | ImportWarning;
}

/** Errors first, since they are in the way; each by row and column. */
export function findingsOf({ errors, warnings }: ImportPreview): readonly Finding[] {
  return [
    ...errors.map((found, at) => ({
      key: `e${at}`,
      isError: true,
      problem: `importError.${found.code}` as const,
      found,
    })),
    ...warnings.map((found, at) => ({
      key: `w${at}`,
      isError: false,
      problem: `importWarning.${found.code}` as const,
      found,
    })),
  ];
}
