import { mdiCalendarExpandHorizontal, mdiTableOff } from '@mdi/js';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import {
  isTimeView,
  type ReportViewName,
  reportTitles,
  rowsOfView,
  type TimeViewName,
} from '../../../lib/reports/report-names.ts';
import { addressOfRequest, widerRequest } from '../../../lib/reports/report-request.ts';
import { type ReportState, useReports } from '../../../lib/reports/report-store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { ReportMap } from '../../../map/report/report-drawing.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { Beside } from '../shown-on-map.ts';
import { ReportTable } from '../table/report-table.tsx';
import { isInvalidQuery, reportFailureText } from '../use-delivery.ts';
import { ReportStatus } from './report-status.tsx';

/** Only who draws over time loads what draws it. */
const ReportChart = lazy(async () => ({
  default: (await import('../chart/report-chart.tsx')).ReportChart,
}));
const PlaybackView = lazy(async () => ({
  default: (await import('../playback/playback-view.tsx')).PlaybackView,
}));

interface TimeViewProps extends ComponentProps<typeof PlaybackView> {
  readonly view: TimeViewName;
}

/** The rows of a route over time: as lines, or as they were driven. */
function TimeView({ view, ...rows }: TimeViewProps) {
  const reports = useReports();
  const active = useStore(reports.state, (state) => state.active);
  if (view === 'playback') return <PlaybackView {...rows} />;
  const { columns, rowCount, map } = rows;
  return <ReportChart {...{ columns, rowCount, map }} row={active} onRow={reports.activate} />;
}

interface ReportBodyProps {
  readonly view: ReportViewName;
  /** Where its rows lie, and what is beside them. */
  readonly map: ReportMap;
  readonly beside: Beside;
  /** Opens the dialog with this report's filter. */
  readonly onSelectDevice: () => void;
  /** Another report is to be shown: its address. */
  readonly onShow: (address: string) => void;
}

/** The rows, or why there are none: on their way, none in the period, failed, too late, refused. */
export function ReportBody({ view, map, beside, onSelectDevice, onShow }: ReportBodyProps) {
  const { text } = useTexts();
  const reports = useReports();
  const state = useStore(reports.state, (whole) => whole);
  const { request, phase, rows, rowCount, failure } = state;
  const label = text(reportTitles[view]);

  if (!request || (phase === 'failed' && isInvalidQuery(failure))) {
    return (
      <FailedState
        low
        title={text('report.invalidType', { type: text(`report.${rowsOfView(view)}`) })}
        retryLabel={text('report.selectDevice')}
        onRetry={onSelectDevice}
      />
    );
  }
  if (phase === 'failed') {
    return (
      <FailedState
        low
        title={text('report.failed')}
        reason={reportFailureText(failure, text)}
        retryLabel={text('error.retry')}
        onRetry={reports.reload}
      />
    );
  }
  if (phase === 'complete' && rowCount === 0) {
    const wider = widerRequest(request);
    return (
      <EmptyState
        icon={mdiTableOff}
        hint={text('report.empty')}
        action={
          wider && (
            <Button
              icon={mdiCalendarExpandHorizontal}
              onClick={() => onShow(addressOfRequest(wider.request))}
            >
              {text('report.widen', { count: wider.days })}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <Progress state={state} />
      {rows && rowCount > 0 && !isTimeView(view) && (
        <ReportTable label={label} rows={rows} rowCount={rowCount} isComing={phase === 'loading'} />
      )}
      {rows?.name === 'route' && rowCount > 0 && isTimeView(view) && phase !== 'loading' && (
        <Suspense fallback={<Spinner label={text('report.loading')} />}>
          <TimeView {...{ view, request, rowCount, map, beside, onShow }} columns={rows.columns} />
        </Suspense>
      )}
    </>
  );
}

const megabyte = 1_000_000;

/** While rows come, how many, and the way to stop; of what was stopped, the way to have all. */
function Progress({ state: { phase, rowCount, byteCount } }: { readonly state: ReportState }) {
  const { text } = useTexts();
  const formats = useFormats();
  const reports = useReports();
  if (phase === 'loading') {
    const size = formats.count(Math.round((byteCount / megabyte) * 10) / 10);
    return (
      <ReportStatus
        isBusy
        status={rowCount === 0 ? text('report.loading') : text('report.receiving', { count: rowCount, size })}
        action={{ name: text('action.cancel'), act: reports.cancel }}
      />
    );
  }
  if (phase !== 'cancelled') return null;
  return (
    <ReportStatus
      status={text('report.cancelled', { count: rowCount })}
      action={{ name: text('error.retry'), act: reports.reload }}
    />
  );
}
