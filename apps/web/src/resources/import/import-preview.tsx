import type { ImportPreview } from '@atalaia/contract/reports/import';
import { mdiAlertOutline, mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Pill } from '../../ui/layout/pill.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FindingsTable } from './findings-table.tsx';
import classes from './import-preview.module.css';

/** What a file holds: how many rows, every error, every warning, and the first rows as they were read. */
export function ImportPreviewView({ preview }: { readonly preview: ImportPreview }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { rows, fits, errorCount, warningCount, ignored, sample } = preview;
  return (
    <section className={classes.preview}>
      <p className={classes.counts} role="status">
        <strong>{text('import.rows', { count: rows })}</strong>
        <Pill tone="online" icon={mdiCheckCircleOutline}>
          {text('import.fits', { said: formats.count(fits) })}
        </Pill>
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
        <span className={classes.said}>{text(errorCount > 0 ? 'import.mend' : 'import.allFit')}</span>
      </p>
      {ignored.length > 0 && (
        <p className={classes.note} dir="auto">
          {text('import.ignored', { names: ignored.join(', ') })}
        </p>
      )}
      {errorCount + warningCount > 0 && <FindingsTable preview={preview} />}
      {errorCount === 0 && (
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
