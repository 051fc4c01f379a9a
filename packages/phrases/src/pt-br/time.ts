/** Relative time, durations and missing values. */
export const time = {
  'time.now': 'agora',
  'time.secondsAgo': 'há {{count}} s',
  'time.minutesAgo': 'há {{count}} min',
  'time.hoursAgo': 'há {{count}} h',
  'time.daysAgo_one': 'há {{count}} dia',
  'time.daysAgo_other': 'há {{count}} dias',
  'time.never': 'nunca',
  'time.missingDate': 'D/N',
  'time.updatedAt': 'Atualizado em {{date}}',
  'time.today': 'Hoje',
  'time.yesterday': 'Ontem',
};

export type TimeKey = keyof typeof time;
