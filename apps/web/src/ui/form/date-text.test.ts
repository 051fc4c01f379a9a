import { expect, test } from 'vitest';
import { calendarText, typedText } from './date-field.tsx';

test('[UNIT-03] what is typed day first is what the calendar shows, and back', () => {
  for (const [typed, shown] of [
    ['21/11/2026', '2026-11-21'],
    ['21/11/2026 15:04', '2026-11-21T15:04'],
  ] as const) {
    expect(calendarText(typed)).toBe(shown);
    expect(typedText(shown)).toBe(typed);
  }
});

test('half a date is none', () => {
  for (const typed of ['', '21/11', '21/11/2026 15', 'amanhã']) expect(calendarText(typed)).toBe('');
  expect(typedText('')).toBe('');
});
