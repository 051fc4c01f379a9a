/** Reports by their names in an address (ROUTE-06). Without weight: the shells ask it at every page. */
import type { TextKey } from '../../lib/texts/texts.ts';

export const reportNames = ['route', 'event', 'trip', 'stop', 'summary'] as const;

export type ReportName = (typeof reportNames)[number];

/** What stands above its result (REP-05). */
export const reportTitles = {
  route: 'report.routeTitle',
  event: 'report.eventTitle',
  trip: 'report.tripTitle',
  stop: 'report.stopTitle',
  summary: 'report.summaryTitle',
} as const satisfies Record<ReportName, TextKey>;

/** The report that a hash names; undefined for none. */
export function reportNameOf(hash: string): ReportName | undefined {
  return reportNames.find((name) => hash === `#${name}`);
}
