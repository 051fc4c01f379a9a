/**
 * The report that the page shows, outside React. The address says which (`show` is notified of it and of nothing else); rows
 * are read while they come; one row is active at a time (REP-07). How others read it:
 *
 * - `useReports()` gives the store of the shell, `useStore(reports.state, (state) => state.rowCount)` a part of its state;
 * - `state.rows` is one growing object, not a new one at each change: draw by `rowCount`, read by `rows.rowAt(index)`, and
 *   of a route `rows.columns.numbers('speed')` or `.attributeNumbers('rpm')` without making rows;
 * - a row is named by its index in the order in which it came, whatever the table is sorted by: `activate(index)`;
 * - code that needs other rows than those shown (a trip's way, a day for a playback) calls `readReport` with a request of its own.
 */

import { createContext, use } from 'react';
import { createStore, type ReadableStore } from '../store/store.ts';
import type { ReadingReport } from './read-report.ts';
import { haveSameRows, type ReportRequest } from './report-request.ts';
import type { ReportRows } from './report-rows.ts';

export const ReportsContext = createContext<Reports | null>(null);

/** The report that this shell shows; see `report-store.ts` for how it is read. */
export function useReports(): Reports {
  const reports = use(ReportsContext);
  if (!reports) throw new Error('useReports needs a ReportsContext above it');
  return reports;
}

export interface ReportState {
  /** Null when the address shows no report. */
  readonly request: ReportRequest | null;
  /** `cancelled`: the person stopped it; the rows that had come stay. */
  readonly phase: 'none' | 'loading' | 'complete' | 'cancelled' | 'failed';
  readonly rows: ReportRows | null;
  readonly rowCount: number;
  /** Of the answer, so far. */
  readonly byteCount: number;
  /** Of the phase `failed`. */
  readonly failure: unknown;
  /** Index of the active row. */
  readonly active: number | null;
}

export interface Reports {
  readonly state: ReadableStore<ReportState>;
  /** Rows that are shown or coming already are not requested again. */
  show(request: ReportRequest): void;
  /** Requests the same rows again. */
  reload(): void;
  /** Stops what is loading; the request and the rows so far stay. */
  cancel(): void;
  clear(): void;
  /** Null for none. An index that has no row is none. */
  activate(index: number | null): void;
}

export interface ReportsParts {
  readonly read: (request: ReportRequest, reading: ReadingReport) => Promise<ReportRows>;
  readonly nowMs?: () => number;
}

/** The listener gets new rows at most this often, ms. */
const notifyEveryMs = 100;

const nothing: ReportState = Object.freeze({
  request: null,
  phase: 'none',
  rows: null,
  rowCount: 0,
  byteCount: 0,
  failure: null,
  active: null,
});

export function createReports({ read, nowMs = () => performance.now() }: ReportsParts): Reports {
  const state = createStore<ReportState>(nothing);
  let reading: AbortController | null = null;
  const change = (part: Partial<ReportState>) => state.set({ ...state.get(), ...part });

  async function load(request: ReportRequest): Promise<void> {
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    state.set({ ...nothing, request, phase: 'loading' });
    let notifiedMs = nowMs();
    let byteCount = 0;
    try {
      const rows = await read(request, {
        signal: mine.signal,
        onProgress(growing, bytes) {
          byteCount = bytes;
          if (mine.signal.aborted || nowMs() - notifiedMs < notifyEveryMs) return;
          notifiedMs = nowMs();
          change({ rows: growing, rowCount: growing.count(), byteCount });
        },
      });
      if (mine.signal.aborted) return;
      change({ phase: 'complete', rows, rowCount: rows.count(), byteCount });
    } catch (failure) {
      if (!mine.signal.aborted) change({ phase: 'failed', failure });
    }
  }

  return {
    state,
    show(request) {
      const now = state.get();
      if (now.request && now.phase !== 'failed' && haveSameRows(now.request, request)) {
        if (JSON.stringify(now.request) !== JSON.stringify(request)) change({ request });
        return;
      }
      void load(request);
    },
    reload() {
      const { request } = state.get();
      if (request) void load(request);
    },
    cancel() {
      const { phase, rows } = state.get();
      if (phase !== 'loading') return;
      reading?.abort();
      change({ phase: 'cancelled', rowCount: rows?.count() ?? 0 });
    },
    clear() {
      reading?.abort();
      state.set(nothing);
    },
    activate(index) {
      const { rowCount, active } = state.get();
      const next = index !== null && index >= 0 && index < rowCount ? index : null;
      if (next !== active) change({ active: next });
    },
  };
}
