import { useMediaQuery } from '@mantine/hooks';
import {
  mdiDockBottom,
  mdiDockWindow,
  mdiEmailOutline,
  mdiLinkVariant,
  mdiMicrosoftExcel,
  mdiTuneVariant,
} from '@mdi/js';
import { copyText } from '../../../lib/files/copy-text.ts';
import { isTimeView, type ReportViewName, rowsOfView } from '../../../lib/reports/report-names.ts';
import { addressOfWish } from '../../../lib/reports/report-wish.ts';
import { useReports } from '../../../lib/reports/reports-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { leastWindow, useReportView } from '../report-view-store.ts';
import type { Delivery } from '../use-delivery.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ViewSwitch } from './view-switch.tsx';

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
  const wish = useStore(reports.state, (state) => state.wish);
  const hasRows = useStore(reports.state, (state) => state.rowCount > 0 && state.phase !== 'loading');
  const { isFloating, setFloating } = useReportView();
  const fits = useMediaQuery(windowFits, window.matchMedia(windowFits).matches);
  const isIdle = delivery.way === null && wish !== null;
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
      {rowsOfView(view) === 'route' && wish && (
        <ViewSwitch view={view} onView={(next) => onShow(addressOfWish({ ...wish, view: next }))} />
      )}
      {!isTimeView(view) && <ColumnChooser name={rowsOfView(view)} />}
      <IconButton
        name={text('report.export')}
        icon={mdiMicrosoftExcel}
        size={34}
        disabled={!isIdle || !hasRows}
        onClick={() => wish && delivery.start('sheet', wish)}
      />
      <IconButton
        name={text('report.mail')}
        icon={mdiEmailOutline}
        size={34}
        disabled={!isIdle}
        onClick={() => wish && delivery.start('mail', wish)}
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
            onClick={() => setFloating(!isFloating)}
          />
        </>
      )}
    </>
  );
}
