import { positionSchema } from '@atalaia/contract/devices/position';
import { useMediaQuery } from '@mantine/hooks';
import { mdiClose } from '@mdi/js';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { readReport } from '../../../lib/reports/read-report.ts';
import { isTimeView, type ReportViewName, reportTitles } from '../../../lib/reports/report-names.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import { createStore } from '../../../lib/store/store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { ReportMap } from '../../../map/report/report-drawing.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { FloatingWindow, HeightHandle } from '../../../ui/window/floating-window.tsx';
import { createReportOnMap } from '../report-on-map.ts';
import {
  changeReportView,
  defaultChartHeight,
  firstListHeight,
  leastListHeight,
  leastWindow,
  reportView,
} from '../report-view-store.ts';
import type { Beside, Mark } from '../shown-on-map.ts';
import { reportFailureText, useDelivery } from '../use-delivery.ts';
import { ReportActions, windowFits } from './report-actions.tsx';
import { ReportBody } from './report-body.tsx';
import classes from './report-panel.module.css';
import { DeliveryStatus } from './report-status.tsx';

const positionsSchema = z.array(positionSchema);

/** While it is used, the report is on the map; see `report-on-map.ts`. */
function useReportOnMap(map: ReportMap, beside: Beside): void {
  const api = useApi();
  const reports = useReports();
  const { text } = useTexts();
  const say = useRef(text);
  say.current = text;
  useEffect(
    () =>
      createReportOnMap({
        map,
        reports,
        beside,
        readPositions: (ids, signal) =>
          api.json({ path: 'positions', query: { id: [...ids] }, signal }, positionsSchema),
        async readRoute(request, signal) {
          const rows = await readReport(api, request, { signal });
          if (rows.name !== 'route') throw new Error('a way is a route');
          return rows.columns;
        },
        onFailed: (reason) =>
          toasts.show(
            'failure',
            `${say.current('report.mapFailed')} ${reportFailureText(reason, say.current)}`,
          ),
        onNoPlace: () => toasts.show('info', say.current('report.noPlace')),
      }),
    [map, reports, beside, api],
  );
}

interface ReportPanelProps {
  readonly view: ReportViewName;
  /** Where its rows lie. */
  readonly map: ReportMap;
  /** Opens the dialog with this report's filter. */
  readonly onSelectDevice: () => void;
  readonly onShow: (address: string) => void;
  readonly onClose: () => void;
}

/** The map's tools and the air beside them, px. */
const toolsWidth = 76;

/** Between the menu, or the list beside it, and the map's tools, px of the page: a window lies over none of them. Undefined without a map. */
function useMapRoom(): { readonly left: number; readonly right: number } | undefined {
  const [room, setRoom] = useState<{ readonly left: number; readonly right: number }>();
  useEffect(() => {
    const map = document.getElementById('live-map');
    if (!map) return;
    const watch = new ResizeObserver(() => {
      const { left, right } = map.getBoundingClientRect();
      setRoom({ left, right: right - toolsWidth });
    });
    watch.observe(map);
    return () => watch.disconnect();
  }, []);
  return room;
}

/** Of the page's height, at most so much is the list's. */
const mostOfPage = 0.6;

/** A report: below the map, or in a window of its own over it; the same table in both (REP-05, REP-06). */
export function ReportPanel({ view, map, onSelectDevice, onShow, onClose }: ReportPanelProps) {
  const { text } = useTexts();
  const {
    isFloating,
    box,
    rowsHeight = firstListHeight(window.innerHeight),
    chartHeight,
  } = useStore(reportView, (choices) => choices);
  const isTime = isTimeView(view);
  const height = isTime ? chartHeight : rowsHeight;
  const setHeight = (changed: number) =>
    changeReportView(isTime ? { chartHeight: changed } : { rowsHeight: changed });
  const fits = useMediaQuery(windowFits, window.matchMedia(windowFits).matches);
  const room = useMapRoom();
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
        between={room}
        onBox={(changed) => changeReportView({ box: changed })}
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
        least={isTime ? defaultChartHeight : leastListHeight}
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
  const request = useStore(reports.state, (state) => state.request);
  const count = useStore(reports.state, (state) => (state.phase === 'complete' ? state.rowCount : 0));
  if (!request) return null;
  const shown = (ms: number) => formats.dateTime(new Date(ms).toISOString());
  return (
    <p className={classes.span}>
      {text('report.span', { from: shown(request.fromMs), to: shown(request.toMs) })}
      {count > 0 && <b> · {text('report.rows', { count })}</b>}
    </p>
  );
}
