import type { ScheduledReport } from '@atalaia/contract/scheduled-report';
import type { Tone } from '../../../ui/layout/pill.tsx';
import type { RegisterWords } from '../register.ts';

export interface MailingOutcome {
  readonly tone: Tone;
  readonly words: string;
  /** When it is tried again, in words. */
  readonly again: string | undefined;
}

/** How the last mail that was due ended, and what comes of it. */
export function mailingOutcome(
  { calendarId, lastError, lastSentAt, nextTryAt }: ScheduledReport,
  { text, formats }: Pick<RegisterWords, 'text' | 'formats'>,
): MailingOutcome {
  const again =
    nextTryAt === null
      ? undefined
      : text('scheduledReport.triedAgain', { time: formats.dateTime(nextTryAt) });
  if (calendarId === 0) return { tone: 'offline', words: text('scheduledReport.noCalendar'), again };
  if (lastError) {
    const tone = nextTryAt === null ? 'alarm' : 'unknown';
    return { tone, words: text(`scheduledReportFault.${lastError}`), again };
  }
  if (lastSentAt) return { tone: 'online', words: text('scheduledReport.sent'), again };
  return { tone: 'offline', words: text('scheduledReport.waiting'), again };
}
