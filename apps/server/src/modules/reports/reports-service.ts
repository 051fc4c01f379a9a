import type { ReportQuery } from '@atalaia/contract/reports/report-query';
import type { ScheduledPeriod } from '@atalaia/contract/reports/scheduled-report';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { formatInstant } from '@atalaia/domain/time/dates';
import { rangeOfPeriod } from '@atalaia/domain/time/report-periods';
import { localTimeAt, startOfDay } from '@atalaia/domain/time/zoned-time';
import { languageNamed } from '@atalaia/phrases/languages';
import { say } from '@atalaia/phrases/say';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Replica } from '../../platform/db/connection/replica.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import type { Mail, Mailer } from '../../platform/outbound/mail/mailer.ts';
import { writeAudit } from '../../queries/audit.ts';
import { requestedEventTypes } from '../../queries/sql-fragments.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { BrandMail, OwnTexts } from '../companies/company-mails-service.ts';
import { findReportDevices, findReportGeofences, findVisibleGroups } from './reports-queries.ts';
import { type ReportKind, type ReportRequest, reportFile, type SheetReader } from './rows/report-request.ts';
import { routeColumns } from './sheet/route-columns.ts';
import { sheetTitles } from './sheet/sheet-columns.ts';
import type { ReportThread } from './thread/report-thread.ts';

export interface ReportsParts {
  readonly kysely: Kysely<Schema>;
  readonly thread: ReportThread;
  /** Where reports of past periods are read from; absent: the database itself. */
  readonly replica?: Pick<Replica, 'asOfFor'> | undefined;
  /** Undefined where no mail server is set up. */
  readonly channels: Pick<Channels, 'mailer'>;
  /** In the brand of the company whose the reader is. */
  readonly brandMail: BrandMail;
  readonly readServer: () => Promise<PublicServerSettings>;
  readonly log: Pick<Logger, 'error'>;
}

/** Whose eyes, language, units, zone and mailbox. */
export interface ReportReader extends Viewer {
  readonly user: UserRow;
}

/** A report of a period that moves with time. */
export interface PeriodicReport {
  readonly kind: ReportKind;
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
  /** For events; all when empty. */
  readonly eventTypes: readonly string[];
  readonly period: ScheduledPeriod;
  /** From when the period is seen, ms since 1970 UTC. */
  readonly atMs: number;
  /** Names its mail among all. */
  readonly messageKey: string;
  /** Asked when it is made, before its mail leaves: throws when it is not this process's to send any more. */
  requireClaim(): Promise<void>;
}

export type ReportFormat = 'json' | 'sheet' | 'csv';

export interface ReportForm {
  readonly format: ReportFormat;
  /** As gzip; a spreadsheet is one already. */
  readonly isZipped: boolean;
}

export interface ReportsService {
  /**
   * The file of a report, in pieces. Throws `not-found` for a device or group that the caller does not see, and
   * `report-too-large`.
   */
  make(
    caller: Caller,
    kind: ReportKind,
    query: ReportQuery,
    form: ReportForm,
    signal: AbortSignal,
    /** Told before the first piece until when what it was made of holds everything, where that is not now. */
    onAsOf?: (asOfMs: number) => void,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /**
   * Makes a spreadsheet in the background and mails it to the caller. Throws at once what can be known at once:
   * `channel-not-set-up`, `not-found`, `too-many-requests`.
   */
  mail(caller: Caller, kind: ReportKind, query: ReportQuery): Promise<void>;
  /** Makes a spreadsheet in the background and mails it to the caller. Throws `channel-not-set-up`, `too-many-requests`. */
  mailSheet(caller: Caller, kind: 'devices', make: (signal: AbortSignal) => AsyncGenerator<Uint8Array>): void;
  /**
   * Makes a spreadsheet and mails it to this person; what of it he does not see at this moment is left out. Throws
   * `channel-not-set-up`, `not-found` where nothing of it is left, `report-too-large`, and a `DeliveryFailed`; after
   * anything but the last, nothing was handed to the mail server.
   */
  send(reader: ReportReader, wish: PeriodicReport): Promise<void>;
  /** The job that counts hours of travel. */
  countHours(signal: AbortSignal): Promise<void>;
}

/** Mails that are on their way at once, of everybody. */
const mostMails = 20;
/** It waits in memory as a whole, and mail servers hardly take more. */
const mostMailBytes = 20 * 1024 * 1024;
const mailTooLarge = {
  path: 'query.to',
  message: 'gives a larger file than a mail carries; choose a shorter period or fewer devices',
};

export function createReportsService(parts: ReportsParts): ReportsService {
  const { kysely, thread, replica, channels, readServer, log } = parts;
  const inBackground = createBackground(log);

  async function requestOf(
    caller: Caller,
    kind: ReportKind,
    { deviceId = [], groupId = [], geofenceId = [], from, to, type, alarm, daily, column }: ReportQuery,
    { format, isZipped }: ReportForm,
  ): Promise<ReportRequest> {
    // refused before the thread begins
    if (column) routeColumns(column);
    const [named, groups] = [deviceId.map(Number), groupId.map(Number)];
    const seenGroups = new Set(groups.length > 0 ? await findVisibleGroups(kysely, caller, groups) : []);
    for (const id of groups) if (!seenGroups.has(id)) throw notFound('group', id);
    const deviceIds = await findReportDevices(kysely, caller, named, groups);
    const seen = new Set(deviceIds);
    for (const id of named) if (!seen.has(id)) throw notFound('device', id);
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    const geofences = kind === 'geofences' ? await seenGeofences(caller, geofenceId.map(Number)) : undefined;
    const isDaily = kind === 'summary' && daily === 'true';
    const zone = isDaily ? readerOf(caller, await readServer()).settings.timezone : '';
    return {
      kind,
      deviceIds,
      fromMs,
      toMs,
      eventTypes: requestedEventTypes(type),
      alarms: alarm?.flatMap((text) => text.split(',')).filter((text) => text !== ''),
      geofenceIds: geofences,
      dayStartsMs: isDaily ? daysOf(fromMs, toMs, zone) : undefined,
      isCsv: format === 'csv',
      isZipped,
      columns: column,
      asOfMs: replica?.asOfFor(toMs),
      sheet: format === 'sheet' ? readerOf(caller, await readServer()) : undefined,
    };
  }

  async function seenGeofences(caller: Caller, named: readonly number[]): Promise<number[]> {
    const seen = [...(await findReportGeofences(kysely, caller, named))];
    const hidden = named.find((id) => !seen.includes(id));
    if (hidden !== undefined) throw notFound('geofence', hidden);
    return seen;
  }

  async function mailTo(
    mailing: Pick<Mailer, 'send'>,
    { user, userId }: ReportReader,
    request: ReportRequest,
    sheet: SheetReader,
    periodic?: Pick<PeriodicReport, 'messageKey' | 'requireClaim'>,
  ): Promise<void> {
    const content = await wholeOf(thread.make(request, new AbortController().signal));
    const { mail: shipped, values } = reportMail(user, request, sheet, content);
    const mail = await parts.brandMail(userId, shipped, { kind: 'report', values });
    await periodic?.requireClaim();
    await mailing.send({ ...mail, ...(periodic && { messageKey: periodic.messageKey }) });
  }

  async function deliver(
    mailing: Pick<Mailer, 'send'>,
    caller: Caller,
    request: ReportRequest,
    sheet: SheetReader,
  ) {
    const { kind, deviceIds, fromMs, toMs } = request;
    const details = { kind, devices: deviceIds.length, from: new Date(fromMs), to: new Date(toMs) };
    const audit = (action: string) => writeAudit(kysely, caller, { action, noun: 'report', details });
    try {
      await mailTo(mailing, caller, request, sheet);
      await audit('mail');
    } catch (err) {
      log.error({ err, kind, userId: caller.userId }, 'a report could not be mailed');
      await audit('mail-failed');
    }
  }

  return {
    async *make(caller, kind, query, form, signal, onAsOf) {
      const request = await requestOf(caller, kind, query, form);
      if (request.asOfMs !== undefined) onAsOf?.(request.asOfMs);
      yield* thread.make(request, signal);
    },
    mailSheet(caller, kind, make) {
      const mailer = requireMailer(channels);
      inBackground(kind, async () => {
        const title = say(languageOf(caller), 'device.title');
        const content = await wholeOf(make(new AbortController().signal));
        const attachments = [{ filename: reportFile.name, contentType: reportFile.type, content }];
        const mail = { to: caller.user.email, subject: title, text: title, attachments };
        await mailer.send(await parts.brandMail(caller.userId, mail));
        await writeAudit(kysely, caller, { action: 'mail', noun: 'report', details: { kind } });
      });
    },
    async mail(caller, kind, query) {
      const mailer = requireMailer(channels);
      const request = await requestOf(caller, kind, query, { format: 'sheet', isZipped: false });
      if (!request.sheet) return;
      const { sheet } = request;
      inBackground(kind, () => deliver(mailer, caller, request, sheet));
    },
    async send(reader, wish) {
      const { kind, deviceIds, groupIds, eventTypes, period, atMs } = wish;
      const mailer = requireMailer(channels);
      const groups = await findVisibleGroups(kysely, reader, groupIds);
      const seen = await findReportDevices(kysely, reader, deviceIds, [...groups]);
      if (seen.length === 0) throw new AppError('not-found', 'no device of it is seen');
      const sheet = readerOf(reader, await readServer());
      const { fromMs, toMs } = rangeOfPeriod(period, atMs, sheet.settings.timezone);
      const types = kind === 'events' && eventTypes.length > 0 ? eventTypes : undefined;
      // both ends of a request belong to it
      const asOfMs = replica?.asOfFor(toMs - 1);
      const request = { kind, deviceIds: seen, fromMs, toMs: toMs - 1, eventTypes: types, sheet, asOfMs };
      await mailTo(mailer, reader, request, sheet, wish);
    },
    countHours: (signal) => thread.count(signal),
  };
}

/** Where each day of a zone begins in a period; the first part begins with the period. */
function daysOf(fromMs: number, toMs: number, zone: string): number[] {
  const { year, month, day } = localTimeAt(fromMs, zone);
  const starts = [fromMs];
  for (let next = 1; ; next += 1) {
    const startMs = startOfDay(year, month, day + next, zone);
    if (startMs > toMs) return starts;
    starts.push(startMs);
  }
}

function requireMailer({ mailer }: ReportsParts['channels']): Pick<Mailer, 'send'> {
  if (!mailer) throw setUpRefusal();
  return mailer;
}

const setUpRefusal = () => new AppError('channel-not-set-up', 'no mail server is set up');

/** Mails that are made behind a request's back, so many at a time. */
function createBackground(log: ReportsParts['log']) {
  let mails = 0;
  return (kind: string, work: () => Promise<void>): void => {
    if (mails >= mostMails) throw new AppError('too-many-requests', 'too many reports are being mailed');
    mails += 1;
    work()
      .catch((err) => log.error({ err, kind }, 'a report could not be mailed, or that could not be noted'))
      .finally(() => {
        mails -= 1;
      });
  };
}

/** A file that waits in memory as a whole. Throws `report-too-large`. */
async function wholeOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const content: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > mostMailBytes) throw fieldRefusal('report-too-large', mailTooLarge);
    content.push(piece);
  }
  return Buffer.concat(content);
}

const languageOf = ({ user }: Pick<Caller, 'user'>) =>
  languageNamed((user.attributes as Readonly<Record<string, unknown>>).language);

function readerOf({ user }: Pick<Caller, 'user'>, server: PublicServerSettings): SheetReader {
  const attributes = user.attributes as Record<string, unknown>;
  return {
    language: languageOf({ user }),
    settings: resolveSettings(server, { ...attributes, twelveHourFormat: user.twelve_hour_format }),
  };
}

/** The mail that brings a spreadsheet, in the words and the zone of the person who requested it. */
function reportMail(
  { email: to, name }: UserRow,
  { kind, fromMs, toMs, asOfMs }: ReportRequest,
  { language, settings }: SheetReader,
  content: Buffer,
): { readonly mail: Mail; readonly values: OwnTexts['values'] } {
  const { timezone, twelveHourFormat } = settings;
  const title = say(language, sheetTitles[kind]);
  const shown = (timeMs: number) => formatInstant(timeMs, 'display', timezone, twelveHourFormat);
  const values = { name, title, from: shown(fromMs), to: shown(toMs) };
  const mail = {
    to,
    subject: say(language, 'report.mailSubject', { title }),
    text:
      say(language, 'report.mailText', { title, from: shown(fromMs), to: shown(toMs), zone: timezone }) +
      (asOfMs === undefined ? '' : `\n${say(language, 'report.asOf', { time: shown(asOfMs) })}`),
    attachments: [{ filename: reportFile.name, contentType: reportFile.type, content }],
  };
  return { mail, values };
}
