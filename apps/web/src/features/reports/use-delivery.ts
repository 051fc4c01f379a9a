import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { attributeOrder } from '../../lib/formats/attribute-text.ts';
import { reportPaths, reportTimeoutMs } from '../../lib/reports/read-report.ts';
import { rowsOfView } from '../../lib/reports/report-names.ts';
import type { ReportRequest } from '../../lib/reports/report-request.ts';
import { queryOfRequest } from '../../lib/reports/report-request.ts';
import { attributePrefix } from '../../lib/reports/route-columns.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { reportView } from './report-view-store.ts';
import { columnsOf } from './table/report-columns.ts';

/** `columns` are those of a route's table as they are shown; undefined for those that are there from the first. */
const requestOf = (
  reportRequest: ReportRequest,
  columns: readonly string[] | undefined,
  signal: AbortSignal,
) => ({
  path: `reports/${reportPaths[rowsOfView(reportRequest.view)]}`,
  query: { ...queryOfRequest(reportRequest), ...(columns && { column: columns }) },
  accept: spreadsheetType,
  timeoutMs: reportTimeoutMs,
  signal,
});

/** The report as a spreadsheet, as the server makes it (REP-08). */
async function downloadReport(
  api: ApiClient,
  reportRequest: ReportRequest,
  columns: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  return new Blob([await api.bytes(requestOf(reportRequest, columns, signal))], { type: spreadsheetType });
}

/** Requests the spreadsheet by mail: the server answers before it is made, and sends it to the person's address. */
async function mailReport(
  api: ApiWriter,
  reportRequest: ReportRequest,
  columns: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<void> {
  const request = requestOf(reportRequest, columns, signal);
  await api.send({ ...request, path: `${request.path}/mail`, method: 'POST' });
}

/** The file of a report. */
const reportFileName = 'relatorio.xlsx';

export type DeliveryMethod = 'sheet' | 'mail';

export interface Delivery {
  /** What is under way; null for nothing. */
  readonly way: DeliveryMethod | null;
  /** For how long. */
  readonly seconds: number;
  start(way: DeliveryMethod, reportRequest: ReportRequest): void;
  /** Nothing is saved or sent by what is given up in time. */
  cancel(): void;
}

/** Saves a report as `relatorio.xlsx`, or has it mailed; a failure is shown, and the filter stays as it is (REP-08). */
export function useDelivery(onDone?: () => void): Delivery {
  const { text } = useTexts();
  const api = useApi();
  const session = useSession();
  const chosen = useStore(reportView, ({ columns }) => columns.route);
  const giveUp = useRef(new AbortController());
  const { mutate, isPending, variables } = useMutation({
    async mutationFn({
      way,
      reportRequest,
    }: {
      readonly way: DeliveryMethod;
      readonly reportRequest: ReportRequest;
    }) {
      const { signal } = giveUp.current;
      const columns = spreadsheetColumnsOf(reportRequest, chosen);
      if (way === 'mail') {
        await mailReport(api.writer(), reportRequest, columns, signal);
        const email = session.phase === 'signed-in' ? session.person.email : '';
        toasts.show('success', text('report.mailSent', { email }));
      } else saveFile(await downloadReport(api, reportRequest, columns, signal), reportFileName);
    },
    onSuccess: () => onDone?.(),
    onError(error) {
      if (giveUp.current.signal.aborted) return;
      toasts.show('failure', `${text('report.failed')} ${reportFailureText(error, text)}`);
    },
  });
  useEffect(() => () => giveUp.current.abort(), []);
  return {
    way: isPending ? variables.way : null,
    seconds: useSeconds(isPending),
    start(way, reportRequest) {
      giveUp.current = new AbortController();
      mutate({ way, reportRequest });
    },
    cancel: () => giveUp.current.abort(),
  };
}

function useSeconds(isCounting: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isCounting) return;
    setSeconds(0);
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return seconds;
}

/**
 * What a route's spreadsheet is asked to hold: the columns that the person chose for its table, in the table's order,
 * those that a route on screen happens to lack among them. Undefined while nobody chose, and for other reports, whose
 * spreadsheets hold every column.
 */
export function spreadsheetColumnsOf(
  { view }: Pick<ReportRequest, 'view'>,
  chosen: readonly string[] | undefined,
): readonly string[] | undefined {
  if (rowsOfView(view) !== 'route' || !chosen || chosen.length === 0) return undefined;
  const own = columnsOf('route', null).flatMap(({ key }) => (chosen.includes(key) ? [key] : []));
  const named = chosen.filter((key) => key.startsWith(attributePrefix));
  const attributes = attributeOrder(named.map((key) => key.slice(attributePrefix.length)));
  const columns = [...own, ...attributes.map((key) => attributePrefix + key)];
  return columns.length > 0 ? columns : undefined;
}

/** A report that took too long says so; everything else as anywhere (REP-08). */
export function reportFailureText(error: unknown, text: Text): string {
  const isLate =
    error instanceof ApiError && error.cause instanceof Error && error.cause.name === 'TimeoutError';
  return isLate ? text('report.timeout') : failureText(error, text);
}

/** The query names something that this report cannot be made of: `Dados inválidos para tipo {type}` (REP-02). */
export function isInvalidQuery(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid-input';
}
