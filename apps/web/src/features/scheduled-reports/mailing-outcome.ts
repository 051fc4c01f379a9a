import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import type { CellTexts } from '../../resources/resource.ts';
import type { Tone } from '../../ui/layout/pill.tsx';

export interface MailingOutcome {
  readonly tone: Tone;
  /** In a word or two. */
  readonly state: string;
  /** Why it was not sent, and when it is tried again. */
  readonly reasons: readonly string[];
}

/** How the last mail that was due ended, and what comes of it. */
export function mailingOutcome(
  { calendarId, lastError, lastSentAt, nextTryAt }: ScheduledReport,
  { text, formats }: Pick<CellTexts, 'text' | 'formats'>,
): MailingOutcome {
  if (calendarId === 0) {
    const reasons = [text('scheduledReport.noCalendarHint')];
    return { tone: 'offline', state: text('scheduledReport.noCalendar'), reasons };
  }
  if (lastError) {
    const reason = text(`scheduledReportFault.${lastError}`);
    if (nextTryAt) {
      const again = text('scheduledReport.triedAgain', { time: formats.dateTime(nextTryAt) });
      return { tone: 'unknown', state: text('scheduledReport.again'), reasons: [reason, again] };
    }
    const state = lastError === 'unconfirmed' ? 'scheduledReport.unconfirmed' : 'scheduledReport.unsent';
    return { tone: 'alarm', state: text(state), reasons: [reason] };
  }
  if (lastSentAt) return { tone: 'online', state: text('scheduledReport.sent'), reasons: [] };
  return { tone: 'offline', state: text('scheduledReport.waiting'), reasons: [] };
}
