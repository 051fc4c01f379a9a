/** How the person likes reports: in a window or below the map, how large, with which columns; remembered by the browser. */
import type { ReportName } from '../../lib/reports/report-names.ts';
import { createRememberedStore } from '../../lib/store/remembered-store.ts';
import type { WindowBox } from '../../ui/window/window-box.ts';

/** The least size of a report's window, px (REP-06). */
export const leastWindow = Object.freeze({ width: 600, height: 302 });

/** The least height of the list below the map, px (REP-06). */
export const leastListHeight = 150;

/** A row of a report, px (REP-06). */
export const reportRowHeight = 45;

/** Height of the list until somebody drags it, px: seven rows, where the window leaves the map at least as much. */
export const firstListHeight = (windowHeight: number): number =>
  windowHeight >= 700 ? 7 * reportRowHeight : leastListHeight;

/** The same of a chart, px. */
export const defaultChartHeight = 220;

interface ReportViewChoices {
  readonly isFloating: boolean;
  readonly box: WindowBox;
  /** Of the rows, absent until somebody dragged it. */
  readonly rowsHeight?: number;
  readonly chartHeight: number;
  /** Keys of the shown columns; absent until somebody chose. */
  readonly columns: Partial<Record<ReportName, readonly string[]>>;
  /** What a chart draws; see `chart/chart-series.ts`. */
  readonly chartKeys: readonly string[];
}

export const reportView = createRememberedStore<ReportViewChoices>('atalaia.reports', {
  isFloating: false,
  box: { left: 96, top: 96, width: 820, height: 420 },
  chartHeight: defaultChartHeight,
  columns: {},
  chartKeys: ['speed'],
});

export const changeReportView = (changed: Partial<ReportViewChoices>) =>
  reportView.set({ ...reportView.get(), ...changed });

/** Undefined for those that are shown at first. */
export function chooseColumns(name: ReportName, keys: readonly string[] | undefined): void {
  changeReportView({ columns: { ...reportView.get().columns, [name]: keys } });
}
