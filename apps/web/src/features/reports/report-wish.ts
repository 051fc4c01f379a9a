/** What a person asks of a report: the form, and the address it becomes (REP-02, REP-03). */
import { rangeOfPeriod, reportPeriods } from '@atalaia/domain/report-periods';
import { instantOfLocal } from '@atalaia/domain/zoned-time';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { reportNames } from '../../lib/reports/report-names.ts';

const message = (key: PhraseKey): PhraseKey => key;
const required = message('report.required');

/** In the place of every event type. */
export const allEvents = 'allEvents';

/** As `<input type="datetime-local">` writes it: a wall clock's reading, without a zone. */
const wallClock = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

export const reportFormSchema = z
  .object({
    name: z.enum(reportNames),
    devices: z.array(z.string()),
    groups: z.array(z.string()),
    /** Only of the events report. */
    events: z.array(z.string()),
    period: z.enum(reportPeriods),
    /** Both only for `dateToDate`. */
    startDate: z.string(),
    endDate: z.string(),
  })
  .superRefine((form, context) => {
    const refuse = (path: string, text: PhraseKey) =>
      context.addIssue({ code: 'custom', path: [path], message: text });
    if (form.devices.length + form.groups.length === 0) refuse('devices', required);
    if (form.name === 'event' && form.events.length === 0) refuse('events', required);
    if (form.period !== 'dateToDate') return;
    if (!wallClock.test(form.startDate)) refuse('startDate', required);
    if (!wallClock.test(form.endDate)) refuse('endDate', required);
    else if (form.startDate >= form.endDate) refuse('endDate', message('report.startAfterEnd'));
  });

export type ReportForm = z.infer<typeof reportFormSchema>;

/** The form as it opens. */
export const emptyReportForm: ReportForm = {
  name: 'route',
  devices: [],
  groups: [],
  events: [allEvents],
  period: 'nowSofar',
  startDate: '',
  endDate: '',
};

/** `?{query}#{name}` of a form that was checked: absolute instants, so that a reload shows the same report (ROUTE-06). */
export function addressOf(form: ReportForm, nowMs: number, zone: string): string {
  const { fromMs, toMs } = rangeOf(form, nowMs, zone);
  const query = new URLSearchParams();
  for (const device of form.devices) query.append('deviceId', device);
  for (const group of form.groups) query.append('groupId', group);
  query.set('from', new Date(fromMs).toISOString());
  query.set('to', new Date(toMs).toISOString());
  if (form.name === 'event') query.set('type', form.events.join(','));
  return `?${query}#${form.name}`;
}

function rangeOf({ period, startDate, endDate }: ReportForm, nowMs: number, zone: string) {
  if (period !== 'dateToDate') return rangeOfPeriod(period, nowMs, zone);
  return { fromMs: instantAt(startDate, zone), toMs: instantAt(endDate, zone) };
}

function instantAt(typed: string, zone: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (wallClock.exec(typed) ?? [])
    .slice(1)
    .map(Number);
  return instantOfLocal({ year, month, day, hour, minute, second: 0 }, zone);
}

/** What of an address is the report's own; anything else in it is left out. */
export function reportQueryOf(search: string): Readonly<Record<string, string | readonly string[]>> {
  const given = new URLSearchParams(search);
  const known = ['deviceId', 'groupId', 'from', 'to', 'type'];
  return Object.fromEntries(known.filter((key) => given.has(key)).map((key) => [key, given.getAll(key)]));
}

/** The file of a report. */
export const reportFileName = 'relatorio.xlsx';
