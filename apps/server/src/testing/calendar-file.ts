/** An iCalendar file of one event. `lines` are its further properties. */
export function calendarFile(start = '20260101T080000Z', ...lines: readonly string[]): string {
  const event = [`DTSTART:${start}`, 'DURATION:PT1H', ...lines];
  return ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\n');
}
