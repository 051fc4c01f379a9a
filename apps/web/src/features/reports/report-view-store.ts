/** How the person likes reports: in a window or below the map, how large, with which columns; kept by the browser. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ReportName } from '../../lib/reports/report-names.ts';
import type { WindowBox } from '../../ui/window/window-box.ts';

/** The least size of a report's window, px (REP-06). */
export const leastWindow = Object.freeze({ width: 600, height: 302 });

/** Height of the list below the map until somebody drags it, px (REP-06). */
export const defaultListHeight = 150;

/** The same of a chart, px. */
export const defaultChartHeight = 220;

interface ReportViewChoices {
  readonly isFloating: boolean;
  readonly box: WindowBox;
  readonly listHeight: number;
  readonly chartHeight: number;
  /** Keys of the shown columns; absent until somebody chose. */
  readonly columns: Partial<Record<ReportName, readonly string[]>>;
  /** What a chart draws; see `chart/chart-series.ts`. */
  readonly chartKeys: readonly string[];
  readonly setFloating: (isFloating: boolean) => void;
  readonly setBox: (box: WindowBox) => void;
  readonly setListHeight: (height: number) => void;
  readonly setChartHeight: (height: number) => void;
  /** Undefined for those that are shown at first. */
  readonly setColumns: (name: ReportName, keys: readonly string[] | undefined) => void;
  readonly setChartKeys: (keys: readonly string[]) => void;
}

export const useReportView = create<ReportViewChoices>()(
  persist(
    (set) => ({
      isFloating: false,
      box: { left: 96, top: 96, width: 900, height: 420 },
      listHeight: defaultListHeight,
      chartHeight: defaultChartHeight,
      columns: {},
      chartKeys: ['speed'],
      setFloating: (isFloating) => set({ isFloating }),
      setBox: (box) => set({ box }),
      setListHeight: (listHeight) => set({ listHeight }),
      setChartHeight: (chartHeight) => set({ chartHeight }),
      setColumns: (name, keys) => set(({ columns }) => ({ columns: { ...columns, [name]: keys } })),
      setChartKeys: (chartKeys) => set({ chartKeys }),
    }),
    { name: 'atalaia.reports' },
  ),
);
