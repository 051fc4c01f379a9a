/** Reports by their names in an address (ROUTE-06). Without weight: the shells ask it at every page. */
import type { TextKey } from '../texts/texts.ts';

/** What has rows of its own. */
export const reportNames = ['route', 'event', 'trip', 'stop', 'summary'] as const;

export type ReportName = (typeof reportNames)[number];

/** What an address can show, in the order of the dialog's kinds 1 to 6 (REP-01). */
export const reportViews = [...reportNames, 'chart'] as const;

export type ReportViewName = (typeof reportViews)[number];

/** What stands above each (REP-05). */
export const reportTitles = {
  route: 'report.routeTitle',
  event: 'report.eventTitle',
  trip: 'report.tripTitle',
  stop: 'report.stopTitle',
  summary: 'report.summaryTitle',
  chart: 'report.chartTitle',
} as const satisfies Record<ReportViewName, TextKey>;

/** What a hash shows; undefined for nothing of reports. */
export function reportViewOf(hash: string): ReportViewName | undefined {
  return reportViews.find((name) => hash === `#${name}`);
}

/** Whose rows a view shows: the chart draws those of the route. */
export function rowsOfView(view: ReportViewName): ReportName {
  return view === 'chart' ? 'route' : view;
}
