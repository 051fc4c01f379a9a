/** Reports by their names in an address (ROUTE-06). Without weight: the shells ask it at every page. */
import type { TextKey } from '../texts/texts.ts';

/** What has rows of its own. */
export const reportNames = ['route', 'event', 'trip', 'stop', 'summary'] as const;

export type ReportName = (typeof reportNames)[number];

/** The dialog's kinds 1 to 6, in their order (REP-01). */
export const reportKinds = [...reportNames, 'chart'] as const;

/** What an address can show. */
export const reportViews = [...reportKinds, 'playback'] as const;

export type ReportViewName = (typeof reportViews)[number];

/** What is above each (REP-05). */
export const reportTitles = {
  route: 'report.routeTitle',
  event: 'report.eventTitle',
  trip: 'report.tripTitle',
  stop: 'report.stopTitle',
  summary: 'report.summaryTitle',
  chart: 'report.chartTitle',
  playback: 'report.playbackTitle',
} as const satisfies Record<ReportViewName, TextKey>;

/** What a hash shows; undefined for nothing of reports. */
export function reportViewOf(hash: string): ReportViewName | undefined {
  return reportViews.find((name) => hash === `#${name}`);
}

/** Views that draw the rows of the route over time, and show no table. */
export type TimeViewName = 'chart' | 'playback';

export function isTimeView(view: ReportViewName): view is TimeViewName {
  return view === 'chart' || view === 'playback';
}

/** Whose rows a view shows. */
export function rowsOfView(view: ReportViewName): ReportName {
  return isTimeView(view) ? 'route' : view;
}
