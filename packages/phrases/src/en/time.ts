import type { TimeKey } from '../pt-br/time.ts';

/** Relative time, durations and missing values. */
export const time = {
  'time.now': 'now',
  'time.secondsAgo': '{{count}} s ago',
  'time.minutesAgo': '{{count}} min ago',
  'time.hoursAgo': '{{count}} h ago',
  'time.daysAgo_one': '{{count}} day ago',
  'time.daysAgo_other': '{{count}} days ago',
  'time.never': 'never',
  'time.missingDate': 'D/N',
  'time.updatedAt': 'Updated on {{date}}',
  'time.today': 'Today',
  'time.yesterday': 'Yesterday',
} satisfies Record<TimeKey, string>;
