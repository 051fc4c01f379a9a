/** Sends what is due: once a minute it looks which calendars' events began since it last looked. */
import type {
  ReportType,
  ScheduledPeriod,
  ScheduledReportFault,
} from '@atalaia/contract/reports/scheduled-report';
import { type CalendarTimes, parseCalendar } from '@atalaia/domain/time/calendar-times';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';
import { LeaseLost } from '../../errors/job-errors.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import { writeAudit } from '../../queries/audit.ts';
import { isLinkedVisible } from '../../resources/linked/linked-queries.ts';
import { isInForce } from '../../visibility/caller.ts';
import type { ReportsService } from '../reports/reports-service.ts';
import {
  advanceRuns,
  type ClaimedRun,
  claimRun,
  endInterrupted,
  endRun,
  isClaimed,
  lockRuns,
  missRun,
  putOff,
  type Run,
  readCalendar,
  readScheduled,
} from './scheduled-report-runs-queries.ts';
import { readCovered } from './scheduled-reports-queries.ts';

export interface SendingParts {
  readonly kysely: Kysely<Schema>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Makes a report and mails it; throws what keeps it from being sent. */
  readonly send: ReportsService['send'];
  /** IANA name: of calendars that name none. */
  readonly readZone: () => Promise<string>;
  readonly nowMs: () => number;
}

interface Due extends ClaimedRun {
  readonly startMs: number;
  /** From 1, this one counted. */
  readonly attempts: number;
}

/** Why it was not sent, and when it may be tried again; a lasting one is not. */
interface Failure {
  readonly fault: ScheduledReportFault;
  readonly nextTryMs?: number;
}

/** What began longer ago than this is not sent any more. */
const longestLateMs = 86_400_000;
/** What was skipped is counted so far back. */
const longestCountedMs = 31 * longestLateMs;
const longestSendingMs = 3_600_000;
const runsPerPiece = 20;

/**
 * The work of one turn; several processes may do it at once. An event is claimed in a transaction of its own before
 * anything is sent, so that it is sent at most once, whatever ends meanwhile. It is tried again, later each time and a
 * few times at most, only where it certainly did not go out: the mail server answered "later" or was never reached, or the
 * report was not made. Where the mail was in the server's hands when the line broke, or our own server stopped during
 * the sending, it may have arrived, and is reported instead. What another attempt would not mend (rights, an account, a
 * report too large, an address refused for good) is not tried again either.
 */
export function createSending(parts: SendingParts): (signal: AbortSignal) => Promise<void> {
  const { kysely, log, readZone, nowMs } = parts;
  let calendars = new Map<string, CalendarTimes | undefined>();

  async function timesOf({ calendarId, version }: Run, zone: string): Promise<CalendarTimes | undefined> {
    if (calendarId === null) return undefined;
    const key = `${calendarId} ${version} ${zone}`;
    if (calendars.size > 1_000) calendars = new Map();
    if (!calendars.has(key)) {
      const read = parseCalendar((await readCalendar(kysely, calendarId)) ?? '', zone);
      calendars.set(key, read.ok ? read : undefined);
    }
    return calendars.get(key);
  }

  /** Claims the first event of each that began by then. */
  const look = (untilMs: number, zone: string) =>
    kysely.transaction().execute(async (transaction) => {
      const claimedMs = Math.floor(nowMs());
      const runs = await lockRuns(transaction, untilMs, runsPerPiece);
      const due: Due[] = [];
      const idle: number[] = [];
      for (const run of runs) {
        const { reportId, checkedUntilMs, againMs } = run;
        if (againMs !== null && againMs >= untilMs - longestLateMs) {
          due.push({ reportId, claimedMs, startMs: againMs, attempts: run.attempts + 1 });
          continue;
        }
        const times = await timesOf(run, zone);
        const sinceMs = Math.max(checkedUntilMs, untilMs - longestLateMs);
        const countedMs = Math.max(checkedUntilMs, sinceMs - longestCountedMs);
        const skipped = times?.starts(countedMs + 1, sinceMs + 1).length ?? 0;
        if (skipped > 0 || againMs !== null) {
          log.warn({ reportId, skipped }, 'scheduled reports were due over a day ago and are not sent');
          await missRun(transaction, reportId, nowMs());
        }
        const [startMs] = times?.starts(sinceMs + 1, untilMs + 1) ?? [];
        if (startMs === undefined) idle.push(reportId);
        else due.push({ reportId, claimedMs, startMs, attempts: 1 });
      }
      for (const one of due) await claimRun(transaction, one, claimedMs);
      await advanceRuns(transaction, idle, untilMs);
      return { due, isLast: runs.length < runsPerPiece && due.length === 0 };
    });

  /** It was claimed, and nothing of it was started. */
  const giveBack = (one: Due) =>
    putOff(kysely, one, { attempts: one.attempts - 1, nextTryMs: nowMs(), fault: null }, nowMs());

  return async (signal) => {
    const untilMs = nowMs();
    const zone = await readZone();
    await endInterrupted(kysely, untilMs - longestSendingMs);
    while (!signal.aborted) {
      const { due, isLast } = await look(untilMs, zone);
      for (const one of due) {
        if (signal.aborted) await giveBack(one);
        else await sendOne(parts, one);
      }
      if (isLast) return;
    }
  };
}

async function sendOne(parts: SendingParts, due: Due): Promise<void> {
  const { kysely, log, send, nowMs } = parts;
  const { reportId, startMs, attempts } = due;
  const scheduled = await readScheduled(kysely, reportId);
  if (!scheduled) return;
  const { report, user } = scheduled;
  const reader = { userId: user.id, administrator: user.administrator, user, address: null };
  const failure = await failureOf(parts, attempts, async () => {
    if (!isInForce(user, nowMs())) return { fault: 'account-ended' };
    const { calendar_id: calendarId } = report;
    const isSeen = calendarId !== null && (await isLinkedVisible(kysely, reader, 'calendar', calendarId));
    if (!isSeen) return { fault: 'calendar-unseen' };
    await send(reader, {
      ...(await readCovered(kysely, reportId)),
      kind: report.type as ReportType,
      period: report.period as ScheduledPeriod,
      eventTypes: report.event_types,
      atMs: startMs,
      messageKey: `report-${reportId}-${startMs}`,
      async requireClaim() {
        if (!(await isClaimed(kysely, due))) throw new LeaseLost(`scheduled report ${reportId}`);
      },
    });
    return undefined;
  });
  const fault = failure?.fault ?? null;
  if (failure?.nextTryMs !== undefined) {
    log.warn({ ...failure, reportId, attempts }, 'a scheduled report is tried again');
    return putOff(kysely, due, { attempts, nextTryMs: failure.nextTryMs, fault }, nowMs());
  }
  if (!(await endRun(kysely, due, fault, nowMs()))) {
    log.warn({ reportId }, 'a scheduled report was taken for interrupted while it was being sent');
  }
  await writeAudit(kysely, reader, {
    action: fault === null ? 'mail' : 'mail-failed',
    noun: 'scheduledReport',
    objectId: reportId,
    details: { name: report.name, ...(fault && { fault }) },
  });
}

async function failureOf(
  { log, nowMs }: SendingParts,
  attempts: number,
  work: () => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  try {
    return await work();
  } catch (err) {
    log.error({ err, attempts }, 'a scheduled report could not be mailed');
    const lasting = err instanceof AppError ? faultsOfCodes[err.code] : undefined;
    if (lasting) return { fault: lasting };
    const delivery = err instanceof DeliveryFailed ? err : undefined;
    if (delivery && !delivery.certainlyNotSent) return { fault: 'unconfirmed' };
    if (delivery?.isLasting || tooManyAttempts(attempts)) return { fault: 'failed' };
    return { fault: 'failed', nextTryMs: nextTryMs(nowMs(), attempts, delivery?.retryAfterMs) };
  }
}

const faultsOfCodes: Partial<Record<AppError['code'], ScheduledReportFault>> = {
  'channel-not-set-up': 'channel-not-set-up',
  'not-found': 'devices-unseen',
  'report-too-large': 'report-too-large',
};
