import type { ImportPreview } from '@atalaia/contract/reports/import';
import { mdiAlertOutline, mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Pill } from '../../ui/layout/pill.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FindingsTable } from './findings-table.tsx';
import classes from './import-preview.module.css';

interface MappingProps {
  /** What was said of columns, by their letter. */
  readonly mapped: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onMap: (columns: Readonly<Record<string, string>>) => void;
}

interface PreviewProps extends MappingProps {
  /** Row by row what comes, of a sheet that has it. */
  readonly showPlan?: ((plan: NonNullable<ImportPreview['plan']>) => ReactNode) | undefined;
  readonly preview: ImportPreview;
  readonly skips: boolean;
}

/** What a file holds: how many rows, every error, every warning, and the first rows as they were read. */
export function ImportPreviewView({ preview, skips, showPlan, ...mapping }: PreviewProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { rows, fits, updates = 0, errorCount, warningCount, sample, plan } = preview;
  // what is wrong comes first, but where it is that a column is read as nothing
  const lacksColumn = preview.errors.some(({ code }) => code === 'column-missing');
  const columns = <ColumnMapping preview={preview} {...mapping} />;
  return (
    <section className={classes.preview}>
      <p className={classes.counts} role="status">
        <strong>{text('import.rows', { count: rows })}</strong>
        <Pill tone="online" icon={mdiCheckCircleOutline}>
          {text('import.fits', { rows: formats.count(fits) })}
        </Pill>
        {updates > 0 && <Pill tone="brand">{text('import.updates', { count: updates })}</Pill>}
        {errorCount > 0 && (
          <Pill tone="alarm" icon={mdiCloseCircleOutline}>
            {text('import.errors', { count: errorCount })}
          </Pill>
        )}
        {warningCount > 0 && (
          <Pill tone="unknown" icon={mdiAlertOutline}>
            {text('import.warnings', { count: warningCount })}
          </Pill>
        )}
        <span className={classes.summary}>
          {errorCount === 0
            ? text('import.allFit')
            : skips && fits > 0
              ? text('import.skipped', { count: rows - fits })
              : text('import.mend')}
        </span>
      </p>
      {lacksColumn && columns}
      {errorCount + warningCount > 0 && <FindingsTable preview={preview} />}
      {!lacksColumn && columns}
      {plan && showPlan?.(plan)}
      {errorCount === 0 && !plan && (
        <div className={classes.sample}>
          <h3 className={classes.title}>{text('import.sample')}</h3>
          <DataTable
            label={text('import.sample')}
            columns={[
              { key: 'row', title: text('import.row'), muted: true, cell: ({ row }) => row },
              ...sample.headings.map((heading, at) => ({
                key: heading,
                title: heading,
                cell: ({ values }: { readonly values: readonly string[] }) =>
                  values[at] || text('value.missing'),
              })),
            ]}
            rows={sample.rows}
            keyOf={({ row }) => row}
          />
        </div>
      )}
    </section>
  );
}

/** What each column of the file is read as, for files that call them otherwise; opened where some are not read. */
function ColumnMapping({
  preview,
  mapped,
  disabled,
  onMap,
}: MappingProps & { readonly preview: ImportPreview }) {
  const { text } = useTexts();
  const { columns, fields, ignored } = preview;
  if (ignored.length === 0 && Object.keys(mapped).length === 0) return null;
  const options = fields.map(({ column, title, required }) => ({
    value: column,
    label: `${title}${required ? ' *' : ''}`,
  }));
  return (
    <details className={classes.mapping} open>
      <summary className={classes.title}>
        {text('import.mapping')}
        {ignored.length > 0 && (
          <Pill tone="unknown" icon={mdiAlertOutline}>
            {text('import.mappingUnread', { count: ignored.length })}
          </Pill>
        )}
      </summary>
      <p className={classes.note}>{text('import.mappingHint')}</p>
      <div className={classes.scrolled}>
        <DataTable
          label={text('import.mapping')}
          columns={[
            { key: 'heading', title: text('import.fileColumn'), cell: ({ heading }) => heading },
            { key: 'sample', title: text('import.firstValue'), muted: true, cell: ({ sample }) => sample },
            {
              key: 'column',
              title: text('import.readAs'),
              cell: ({ letter, heading, column }) => (
                <SelectField
                  label={`${text('import.readAs')}: ${heading}`}
                  searchable
                  disabled={disabled}
                  options={options}
                  chosen={column}
                  placeholder={text('import.notRead')}
                  clearLabel={text('import.notRead')}
                  nothingFound={text('selector.empty')}
                  onChoose={(value) => onMap({ ...mapped, [letter]: value ?? '' })}
                />
              ),
            },
          ]}
          rows={columns}
          keyOf={({ letter }) => letter}
        />
      </div>
    </details>
  );
}
