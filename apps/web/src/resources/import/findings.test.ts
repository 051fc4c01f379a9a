import type { ImportPreview } from '@atalaia/contract/reports/import';
import { expect, test } from 'vitest';
import { findingsOf } from './findings-table.tsx';

test('[KEPT-01] errors come before warnings, each with the words for what is wrong', () => {
  const place = { row: 2, column: 'name', heading: 'Nome', cell: 'A2', value: '' };
  const preview: ImportPreview = {
    rows: 1,
    fits: 0,
    errorCount: 1,
    errors: [{ ...place, code: 'required' }],
    warningCount: 1,
    warnings: [{ ...place, code: 'check-digits' }],
    ignored: [],
    sample: { headings: [], rows: [] },
    columns: [],
    fields: [],
  };
  expect(findingsOf(preview).map(({ isError, problem }) => [isError, problem])).toEqual([
    [true, 'importError.required'],
    [false, 'importWarning.check-digits'],
  ]);
});
