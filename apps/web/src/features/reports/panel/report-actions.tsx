import { useMediaQuery } from '@mantine/hooks';
import {
  mdiChartLine,
  mdiDockBottom,
  mdiDockWindow,
  mdiEmailOutline,
  mdiLinkVariant,
  mdiMicrosoftExcel,
  mdiPlayCircleOutline,
  mdiTable,
  mdiTuneVariant,
  mdiViewColumnOutline,
} from '@mdi/js';
import { useState } from 'react';
import { copyText } from '../../../lib/files/copy-text.ts';
import {
  isTimeView,
  type ReportName,
  type ReportViewName,
  rowsOfView,
} from '../../../lib/reports/report-names.ts';
import { addressOfRequest } from '../../../lib/reports/report-request.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Popover } from '../../../ui/layout/popover.tsx';
import { changeReportView, chooseColumns, leastWindow, reportView } from '../report-view-store.ts';
import { titleOf } from '../table/report-cells.ts';
import { columnsOf, shownColumns } from '../table/report-columns.ts';
import type { Delivery } from '../use-delivery.ts';
import classes from './report-actions.module.css';

interface ViewSwitchProps {
  readonly view: ReportViewName;
  readonly onView: (view: ReportViewName) => void;
}

const views = [
  { view: 'route', name: 'report.asTable', icon: mdiTable },
  { view: 'chart', name: 'report.asChart', icon: mdiChartLine },
  { view: 'playback', name: 'report.asPlayback', icon: mdiPlayCircleOutline },
] as const;

/** The same rows of a route as a table, as lines over time, or as they were driven. */
function ViewSwitch({ view: shown, onView }: ViewSwitchProps) {
  const { text } = useTexts();
  return views.map(({ view, name, icon }) => (
    <IconButton
      key={view}
      name={text(name)}
      icon={icon}
      size={34}
      pressed={view === shown}
      onClick={() => view !== shown && onView(view)}
    />
  ));
}

interface ReportActionsProps {
  readonly view: ReportViewName;
  readonly delivery: Delivery;
  /** Opens the dialog with this report's filter. */
  readonly onSelectDevice: () => void;
  /** Another report is to be shown: its address. */
  readonly onShow: (address: string) => void;
}

/** A narrower page has no room for a window, and its browser has a way of its own to pass on an address. */
export const windowFits = `(min-width: ${leastWindow.width + 120}px)`;

/** What can be done with a report: another filter, columns, spreadsheet, mail, link, window. */
export function ReportActions({ view, delivery, onSelectDevice, onShow }: ReportActionsProps) {
  const { text } = useTexts();
  const reports = useReports();
  const request = useStore(reports.state, (state) => state.request);
  const hasRows = useStore(reports.state, (state) => state.rowCount > 0 && state.phase !== 'loading');
  const isFloating = useStore(reportView, (view) => view.isFloating);
  const fits = useMediaQuery(windowFits, window.matchMedia(windowFits).matches);
  const isIdle = delivery.way === null && request !== null;
  const copy = async () => {
    try {
      await copyText(window.location.href);
      toasts.show('success', text('report.linkCopied'));
    } catch (reason) {
      console.warn('The link was not copied', reason);
      toasts.show('failure', text('report.linkNotCopied'));
    }
  };
  return (
    <>
      <Button icon={mdiTuneVariant} onClick={onSelectDevice}>
        {text('report.selectDevice')}
      </Button>
      {rowsOfView(view) === 'route' && request && (
        <ViewSwitch view={view} onView={(next) => onShow(addressOfRequest({ ...request, view: next }))} />
      )}
      {!isTimeView(view) && <ColumnChooser name={rowsOfView(view)} />}
      <IconButton
        name={text('report.export')}
        icon={mdiMicrosoftExcel}
        size={34}
        disabled={!isIdle || !hasRows}
        onClick={() => request && delivery.start('sheet', request)}
      />
      <IconButton
        name={text('report.mail')}
        icon={mdiEmailOutline}
        size={34}
        disabled={!isIdle}
        onClick={() => request && delivery.start('mail', request)}
      />
      {fits && (
        <>
          <IconButton
            name={text('report.copyLink')}
            icon={mdiLinkVariant}
            size={34}
            onClick={() => void copy()}
          />
          <IconButton
            name={text(isFloating ? 'report.toFoot' : 'report.toWindow')}
            icon={isFloating ? mdiDockBottom : mdiDockWindow}
            size={34}
            onClick={() => changeReportView({ isFloating: !isFloating })}
          />
        </>
      )}
    </>
  );
}

/** Which columns a report shows; the browser remembers it for every report of the same kind. */
function ColumnChooser({ name }: { readonly name: ReportName }) {
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
