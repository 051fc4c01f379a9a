/** What the dialog asks, and the request made of it (REP-02 to REP-04). Messages are keys of texts. */
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { rangeOfPeriod, reportPeriods } from '@atalaia/domain/time/report-periods';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { reportKinds } from '../../../lib/reports/report-names.ts';
import { allEvents, type ReportRequest, takesMarkers } from '../../../lib/reports/report-request.ts';

const message = (key: PhraseKey): PhraseKey => key;
const required = message('report.required');

/** `zone` reads the dates, `nowMs` bounds them: nobody has data of the future. */
export function reportFormSchema(zone: string, nowMs: () => number) {
  return z
    .object({
      view: z.enum(reportKinds),
      devices: z.array(z.string()),
      groups: z.array(z.string()),
      /** Only of the events report. */
      events: z.array(z.string()),
      period: z.enum(reportPeriods),
      /** `dd/MM/yyyy HH:mm`, both only for `dateToDate`. */
      startDate: z.string(),
      endDate: z.string(),
      /** Only of route and trips. */
      markers: z.boolean(),
    })
    .superRefine((form, context) => {
      const refuse = (path: string, key: PhraseKey) =>
        context.addIssue({ code: 'custom', path: [path], message: key });
      if (form.devices.length + form.groups.length === 0) refuse('devices', required);
      if (form.view === 'event' && form.events.length === 0) refuse('events', required);
      if (form.period !== 'dateToDate') return;
      const read = (field: 'startDate' | 'endDate') => {
        const instantMs = parseFormInstant(form[field], zone);
        if (form[field].trim() === '') refuse(field, required);
        else if (instantMs === undefined) refuse(field, message('form.notADate'));
        else if (instantMs > nowMs()) refuse(field, message('form.inTheFuture'));
        return instantMs;
      };
      const [startMs, endMs] = [read('startDate'), read('endDate')];
      if (startMs !== undefined && endMs !== undefined && startMs >= endMs)
        refuse('endDate', message('report.startAfterEnd'));
    });
}

export type ReportForm = z.infer<ReturnType<typeof reportFormSchema>>;

export const emptyReportForm: ReportForm = {
  view: 'route',
  devices: [],
  groups: [],
  events: [allEvents],
  period: 'nowSofar',
  startDate: '',
  endDate: '',
  markers: false,
};

/** The form as it opens over a report: the same filter, its period as dates. */
export function formOfRequest(request: ReportRequest, zone: string): ReportForm {
  const dateOf = (instantMs: number) => formatInstant(instantMs, 'formDateTime', zone);
  return {
    view: request.view === 'playback' ? 'route' : request.view,
    devices: request.deviceIds.map(String),
    groups: request.groupIds.map(String),
    events: request.eventTypes ? [...request.eventTypes] : [allEvents],
    period: 'dateToDate',
    startDate: dateOf(request.fromMs),
    endDate: dateOf(request.toMs),
    markers: request.hasMarkers,
  };
}

/** The request of a checked form: absolute instants, so that a reload shows the same report (ROUTE-06). */
export function requestOfForm(form: ReportForm, nowMs: number, zone: string): ReportRequest {
  const { view, events } = form;
  return {
    view,
    deviceIds: form.devices.map(Number),
    groupIds: form.groups.map(Number),
    ...rangeOf(form, nowMs, zone),
    eventTypes: view !== 'event' || events.includes(allEvents) ? null : events,
    hasMarkers: form.markers && takesMarkers(view),
  };
}

function rangeOf({ period, startDate, endDate }: ReportForm, nowMs: number, zone: string) {
  if (period !== 'dateToDate') return rangeOfPeriod(period, nowMs, zone);
  const instantOf = (typed: string) => parseFormInstant(typed, zone) ?? nowMs;
  return { fromMs: instantOf(startDate), toMs: instantOf(endDate) };
}
