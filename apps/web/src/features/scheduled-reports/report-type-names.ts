import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import type { TextKey } from '../../lib/texts/texts.ts';

/** What the dialog of reports calls each (REP-01). */
export const reportTypeNames = {
  route: 'report.route',
  events: 'report.event',
  trips: 'report.trip',
  stops: 'report.stop',
  summary: 'report.summary',
} as const satisfies Record<ScheduledReport['type'], TextKey>;
