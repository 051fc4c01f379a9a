import type { TimeViewName } from '../../lib/reports/report-names.ts';
import type { ReportRequest } from '../../lib/reports/report-request.ts';
import { useReports } from '../../lib/reports/report-store.ts';
import type { RouteColumns } from '../../lib/reports/route-columns.ts';
import { useStore } from '../../lib/store/use-store.ts';
import type { ReportMap } from '../../map/report/report-drawing.ts';
import { ReportChart } from './chart/report-chart.tsx';
import { PlaybackView } from './playback/playback-view.tsx';
import type { Beside } from './shown-on-map.ts';

interface TimeViewProps {
  readonly view: TimeViewName;
  readonly request: ReportRequest;
  readonly columns: RouteColumns;
  readonly rowCount: number;
  readonly map: ReportMap;
  readonly beside: Beside;
  readonly onShow: (address: string) => void;
}

/** The rows of a route over time: as lines, or as they were driven. */
export function TimeView({ view, ...rows }: TimeViewProps) {
  const reports = useReports();
  const active = useStore(reports.state, (state) => state.active);
  if (view === 'playback') return <PlaybackView {...rows} />;
  const { columns, rowCount, map } = rows;
  return <ReportChart {...{ columns, rowCount, map }} row={active} onRow={reports.activate} />;
}
