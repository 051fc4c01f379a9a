// @vitest-environment happy-dom
import type { ImportPreview } from '@atalaia/contract/reports/import';
import { en } from '@atalaia/phrases/en';
import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { ImportPreviewView } from './import-preview.tsx';

const place = { row: 2, column: 'name', heading: 'Nome', cell: 'A2', value: '' };
const previewWith = (code: 'required' | 'column-missing'): ImportPreview => ({
  ...{ rows: 1, fits: 0, errorCount: 1, warningCount: 0, warnings: [], ignored: ['Cor'] },
  errors: [{ ...place, code }],
  sample: { headings: [], rows: [] },
  columns: [{ letter: 'B', heading: 'Cor', column: null, sample: 'azul' }],
  fields: [{ column: 'name', title: 'Nome', required: true }],
});

test.each([
  ['required', 'what is wrong', Node.DOCUMENT_POSITION_PRECEDING],
  ['column-missing', 'the columns', Node.DOCUMENT_POSITION_FOLLOWING],
] as const)('[KEPT-01] with an error of %s the first to be read is %s', async (code, _first, position) => {
  await act(() =>
    renderPage(
      <Suspense>
        <ImportPreviewView
          preview={previewWith(code)}
          skips={false}
          mapped={{}}
          disabled={false}
          onMap={() => undefined}
        />
      </Suspense>,
    ),
  );
  const mapping = await screen.findByText(en['import.mapping'], { exact: false, selector: 'summary' });
  const findings = screen.getByRole('grid', { name: en['import.problem'] });
  expect(mapping.compareDocumentPosition(findings) & position).toBe(position);
});
