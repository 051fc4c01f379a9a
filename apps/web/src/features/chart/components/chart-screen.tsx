import { mdiClose, mdiMicrosoftExcel } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { type ChartKind, chartKinds, chartTitles } from '../chart-kinds.ts';
import classes from './chart-screen.module.css';

interface ChartScreenProps {
  readonly kind: ChartKind;
  readonly group: string | null;
  readonly groups: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (kind: ChartKind, group: string | null) => void;
  readonly name: string;
  readonly onName: (text: string) => void;
  readonly onClose: () => void;
  readonly onDownload: () => void;
  readonly downloading: boolean;
  /** There is something to download. */
  readonly downloadable: boolean;
  /** Undefined until it is known. */
  readonly count: number | undefined;
  /** The rows. */
  readonly children: ReactNode;
}

/** The list behind a bar of the dashboard: which chart, which group, and its rows (CHART-02, CHART-04). */
export function ChartScreen(props: ChartScreenProps) {
  const { kind, group, groups, onChoose, name, onName, onClose, count } = props;
  const { text } = useTexts();
  return (
    <main className={classes.screen} aria-label={text(chartTitles[kind])}>
      <header className={classes.head}>
        <h1 className={classes.title}>{text(chartTitles[kind])}</h1>
        <IconButton name={text('action.close')} icon={mdiClose} onClick={onClose} />
      </header>
      <div className={classes.filters}>
        <SelectField
          label={text('chart.type')}
          options={chartKinds.map((value) => ({ value, label: text(chartTitles[value]) }))}
          chosen={kind}
          onChoose={(chosen) => chosen && onChoose(chosen, null)}
        />
        <SelectField
          label={text('chart.group')}
          options={groups}
          chosen={group}
          onChoose={(chosen) => onChoose(kind, chosen)}
        />
        <SearchField label={text('chart.filter')} text={name} onType={onName} />
        <Button
          icon={mdiMicrosoftExcel}
          busy={props.downloading}
          disabled={!props.downloadable}
          onClick={props.onDownload}
        >
          {text('chart.download')}
        </Button>
      </div>
      {props.children}
      <p className={classes.foot} role="status">
        {count !== undefined && text('chart.results', { count })}
      </p>
    </main>
  );
}
