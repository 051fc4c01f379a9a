import type { ImportError, ImportPreview, ImportWarning } from '@atalaia/contract/reports/import';
import { useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Pill } from '../../ui/layout/pill.tsx';
import { type GridColumn, GridTable } from '../../ui/table/grid-table.tsx';
import classes from './import-preview.module.css';

const nothing = () => undefined;

/** Every error and warning, cell by cell; only the visible ones are drawn. */
export function FindingsTable({ preview }: { readonly preview: ImportPreview }) {
  const { text } = useTexts();
  const formats = useFormats();
  const [selected, select] = useState<string>();
  const findings = findingsOf(preview);
  const all = preview.errorCount + preview.warningCount;
  const columns: readonly GridColumn<Finding>[] = [
    {
      key: 'kind',
      title: text('import.kind'),
      width: 84,
      cell: ({ isError }) => (
        <Pill tone={isError ? 'alarm' : 'unknown'}>
          {text(isError ? 'import.isError' : 'import.isWarning')}
        </Pill>
      ),
    },
    { key: 'row', title: text('import.row'), width: 64, cell: ({ found }) => found.row },
    {
      key: 'cell',
      title: text('import.cell'),
      width: 72,
      muted: true,
      cell: ({ found }) => found.cell ?? text('value.missing'),
    },
    {
      key: 'column',
      title: text('import.column'),
      width: 216,
      names: true,
      cell: ({ found }) => found.heading ?? found.column ?? text('value.missing'),
    },
    {
      key: 'value',
      title: text('import.value'),
      width: 170,
      muted: true,
      cell: ({ found: { value } }) =>
        value === '' ? text('value.missing') : <span title={value}>{value}</span>,
    },
    {
      key: 'problem',
      title: text('import.problem'),
      cell: (finding) => {
        const message = text(finding.problem, { value: finding.found.value });
        return <span title={message}>{message}</span>;
      },
    },
  ];
  return (
    <>
      <div className={classes.table}>
        <GridTable
          label={text('import.problem')}
          columns={columns}
          count={findings.length}
          total={findings.length}
          rowAt={(index) => findings[index]}
          keyOf={({ key }) => key}
          selected={selected}
          onSelect={({ key }) => select(key)}
          sorted={null}
          onSort={nothing}
          onVisibleRange={nothing}
        />
      </div>
      {findings.length < all && (
        <p className={classes.note}>{text('import.onlyFirst', { rows: formats.count(findings.length) })}</p>
      )}
    </>
  );
}

/** An error or a warning as the table shows it. */
interface Finding {
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
