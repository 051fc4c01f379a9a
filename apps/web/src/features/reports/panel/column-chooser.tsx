import { mdiViewColumnOutline } from '@mdi/js';
import { useState } from 'react';
import type { ReportName } from '../../../lib/reports/report-names.ts';
import { useReports } from '../../../lib/reports/reports-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Popover } from '../../../ui/layout/popover.tsx';
import { chooseColumns, reportView } from '../report-view-store.ts';
import { titleOf } from '../table/report-cells.ts';
import { columnsOf, shownColumns } from '../table/report-columns.ts';
import classes from './column-chooser.module.css';

/** Which columns a report shows; the browser remembers it for every report of the same kind. */
export function ColumnChooser({ name }: { readonly name: ReportName }) {
  const { text } = useTexts();
  const reports = useReports();
  const [opened, open] = useState(false);
  const chosen = useStore(reportView, (view) => view.columns[name]);
  const { rows } = reports.state.get();
  const all = opened ? columnsOf(name, rows) : [];
  const shown = shownColumns(all, chosen).map(({ key }) => key);
  const toggle = (key: string) =>
    chooseColumns(name, shown.includes(key) ? shown.filter((other) => other !== key) : [...shown, key]);
  return (
    <Popover
      opened={opened}
      onChange={open}
      label={text('report.columns')}
      target={
        <IconButton
          name={text('report.columns')}
          icon={mdiViewColumnOutline}
          size={34}
          expanded={opened}
          onClick={() => open(!opened)}
        />
      }
    >
      <div className={classes.chooser}>
        <div className={classes.columns}>
          {all.map((column) => (
            <Checkbox
              key={column.key}
              label={titleOf(column, { text })}
              checked={shown.includes(column.key)}
              disabled={shown.length === 1 && shown[0] === column.key}
              onChange={() => toggle(column.key)}
            />
          ))}
        </div>
        <Button disabled={!chosen} onClick={() => chooseColumns(name, undefined)}>
          {text('report.columnsReset')}
        </Button>
      </div>
    </Popover>
  );
}
