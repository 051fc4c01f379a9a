/** Reads the rows of a report while their bytes come, in slices short enough that the page continues drawing. */
import type { ApiClient } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { type ReportName, rowsOfView } from './report-names.ts';
import { queryOfRequest, type ReportRequest } from './report-request.ts';
import { createRows, type ReportRows } from './report-rows.ts';
import { createRowSplitter } from './row-splitter.ts';

/** Work in slices: what takes long lets the page draw and answer in between. */

/** A slice, ms: half of a frame. */
const sliceMs = 8;

interface Pace {
  /** Resolves at once within a slice, and behind whatever waits when the slice is over. */
  rest(): Promise<void>;
}

function createPace(nowMs = () => performance.now()): Pace {
  let startedMs = nowMs();
  return {
    async rest() {
      if (nowMs() - startedMs < sliceMs) return;
      await nextTask();
      startedMs = nowMs();
    },
  };
}

/** A timer would wait four milliseconds, as browsers make it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** How long a report may take, ms (REP-08). */
export const reportTimeoutMs = 120_000;

/** Below `reports/`. */
export const reportPaths = {
  route: 'route',
  event: 'events',
  trip: 'trips',
  stop: 'stops',
  summary: 'summary',
} as const satisfies Record<ReportName, string>;

/** A piece of the answer is cut to this many bytes: some 250 rows, read in a millisecond or two. */
const sliceBytes = 131_072;

export interface ReadingReport {
  readonly signal: AbortSignal;
  /** Called after every slice; the rows are always the same object, and grow. */
  readonly onProgress?: (rows: ReportRows, byteCount: number) => void;
}

/**
 * All rows of a request. Throws ApiError: `connection` with a TimeoutError as its cause when the time was over, `unreadable`
 * for what the contract does not describe; and what `signal` was aborted with.
 */
export async function readReport(
  api: Pick<ApiClient, 'pieces'>,
  request: ReportRequest,
  { signal, onProgress }: ReadingReport,
): Promise<ReportRows> {
  const name = rowsOfView(request.view);
  const { rows, push } = createRows(name);
  const splitter = createRowSplitter();
  const pace = createPace();
  let byteCount = 0;
  const pieces = api.pieces({
    path: `reports/${reportPaths[name]}`,
    query: queryOfRequest(request),
    signal,
    timeoutMs: reportTimeoutMs,
  });
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += sliceBytes) {
      const slice = piece.subarray(from, from + sliceBytes);
      readable(() => {
        for (const row of splitter.push(slice)) push(row);
      });
      byteCount += slice.length;
      onProgress?.(rows, byteCount);
      await pace.rest();
      signal.throwIfAborted();
    }
  }
  readable(() => splitter.end());
  return rows;
}

function readable(read: () => void): void {
  try {
    read();
  } catch (cause) {
    throw new ApiError('unreadable', 200, undefined, cause);
  }
}
