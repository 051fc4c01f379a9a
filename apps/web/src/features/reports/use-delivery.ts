import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import type { ReportWish } from '../../lib/reports/report-wish.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { downloadReport, mailReport } from './api/deliver-report.ts';
import { reportFailureText } from './report-failure.ts';
import { useReportView } from './report-view-store.ts';
import { sheetColumnsOf } from './table/sheet-columns-of.ts';

/** The file of a report. */
const reportFileName = 'relatorio.xlsx';

export type DeliveryWay = 'sheet' | 'mail';

export interface Delivery {
  /** What is under way; null for nothing. */
  readonly way: DeliveryWay | null;
  /** For how long. */
  readonly seconds: number;
  start(way: DeliveryWay, wish: ReportWish): void;
  /** Nothing is saved or sent by what is given up in time. */
  cancel(): void;
}

/** Saves a report as `relatorio.xlsx`, or has it mailed; a failure is said, and the filter stays as it is (REP-08). */
export function useDelivery(onDone?: () => void): Delivery {
  const { text } = useTexts();
  const api = useApi();
  const session = useSession();
  const chosen = useReportView(({ columns }) => columns.route);
  const giveUp = useRef(new AbortController());
  const { mutate, isPending, variables } = useMutation({
    async mutationFn({ way, wish }: { readonly way: DeliveryWay; readonly wish: ReportWish }) {
      const { signal } = giveUp.current;
      const columns = sheetColumnsOf(wish, chosen);
      if (way === 'mail') {
        await mailReport(api, wish, columns, signal);
        const email = session.phase === 'signed-in' ? session.person.email : '';
        toasts.show('success', text('report.mailSent', { email }));
      } else saveFile(await downloadReport(api, wish, columns, signal), reportFileName);
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
    start(way, wish) {
      giveUp.current = new AbortController();
      mutate({ way, wish });
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
