/** Dates as people type them, day first, and as the browser's own calendar has them: a rule without a browser. */

/** `21/11/2026 15:00` as the browser's calendar takes it: `2026-11-21T15:00`; empty for what is no date. */
export function calendarText(typed: string): string {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d))?$/.exec(typed) ?? [];
  const date = `${year}-${month}-${day}`;
  if (day === undefined) return '';
  return time === undefined ? date : `${date}T${time}`;
}

/** The other way round. */
export function typedText(chosen: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(chosen) ?? [];
  if (day === undefined) return '';
  const date = `${day}/${month}/${year}`;
  return time === undefined ? date : `${date} ${time}`;
}
