import { useMediaQuery } from '@mantine/hooks';
import { mdiClose } from '@mdi/js';
import { type CSSProperties, useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { isTimeView, type ReportViewName, reportTitles } from '../../../lib/reports/report-names.ts';
import { useReports } from '../../../lib/reports/reports-context.ts';
import { createStore } from '../../../lib/store/store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { ReportMap } from '../../../map/report/report-drawing.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FloatingWindow } from '../../../ui/window/floating-window.tsx';
import { HeightHandle } from '../../../ui/window/height-handle.tsx';
import { defaultChartHeight, defaultListHeight, leastWindow, useReportView } from '../report-view-store.ts';
import type { Mark } from '../shown-on-map.ts';
import { useDelivery } from '../use-delivery.ts';
import { useReportOnMap } from '../use-report-on-map.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { ReportActions, windowFits } from './report-actions.tsx';
import { ReportBody } from './report-body.tsx';
import classes from './report-panel.module.css';

interface ReportPanelProps {
  readonly view: ReportViewName;
  /** Where its rows lie. */
  readonly map: ReportMap;
  /** Opens the dialog with this report's filter. */
  readonly onSelectDevice: () => void;
  readonly onShow: (address: string) => void;
  readonly onClose: () => void;
}

/** Of the page's height, at most so much is the list's. */
const mostOfPage = 0.6;

/** A report: below the map, or in a window of its own over it; the same table in both (REP-05, REP-06). */
export function ReportPanel({ view, map, onSelectDevice, onShow, onClose }: ReportPanelProps) {
  const { text } = useTexts();
  const { isFloating, box, setBox, ...heights } = useReportView();
  const [height, setHeight, least] = isTimeView(view)
    ? [heights.chartHeight, heights.setChartHeight, defaultChartHeight]
    : [heights.listHeight, heights.setListHeight, defaultListHeight];
  const fits = useMediaQuery(windowFits, window.matchMedia(windowFits).matches);
  const delivery = useDelivery();
  const [beside] = useState(() => createStore<readonly Mark[]>([]));
  useReportOnMap(map, beside);
  const title = text(reportTitles[view]);
  const actions = (
    <ReportActions view={view} delivery={delivery} onSelectDevice={onSelectDevice} onShow={onShow} />
  );
  const close = <IconButton name={text('action.close')} icon={mdiClose} size={34} onClick={onClose} />;
  const content = (
    <>
      <DeliveryStatus delivery={delivery} />
      <ReportBody view={view} map={map} beside={beside} onSelectDevice={onSelectDevice} onShow={onShow} />
    </>
  );

  if (isFloating && fits) {
    return (
      <FloatingWindow
        title={title}
        moveLabel={text('report.moveWindow')}
        resizeLabel={text('report.resizeWindow')}
        box={box}
        least={leastWindow}
        onBox={setBox}
        actions={
          <>
            {actions}
            {close}
          </>
        }
      >
        <div className={classes.inWindow}>
          <Span />
          {content}
        </div>
      </FloatingWindow>
    );
  }
  return (
    <section className={classes.panel} aria-label={title}>
      <HeightHandle
        label={text('report.listHeight')}
        height={height}
        least={least}
        most={Math.round(window.innerHeight * mostOfPage)}
        onHeight={setHeight}
      />
      <header className={classes.head}>
        <div className={classes.about}>
          <h2 className={classes.title}>{title}</h2>
          <Span />
        </div>
        <div className={classes.actions}>{actions}</div>
        {close}
      </header>
      <div
        className={classes.list}
        data-over-time={isTimeView(view) || undefined}
        style={{ '--list-height': `${height}px` } as CSSProperties}
      >
        {content}
      </div>
    </section>
  );
}

/** The period, and how many rows. */
function Span() {
  const { text } = useTexts();
  const formats = useFormats();
  const reports = useReports();
  const wish = useStore(reports.state, (state) => state.wish);
  const count = useStore(reports.state, (state) => (state.phase === 'complete' ? state.rowCount : 0));
  if (!wish) return null;
  const shown = (ms: number) => formats.dateTime(new Date(ms).toISOString());
  return (
    <p className={classes.span}>
      {text('report.span', { from: shown(wish.fromMs), to: shown(wish.toMs) })}
      {count > 0 && <b> · {text('report.rows', { count })}</b>}
    </p>
  );
}
