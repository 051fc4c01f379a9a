/** From a file that a person chooses to what the API takes: a data URL of base64. */
import { type CalendarFault, type CalendarTimes, parseCalendar } from '@atalaia/domain/calendar-times';

export interface ReadCalendar {
  readonly data: string;
  readonly times: CalendarTimes;
}

export interface RefusedCalendar {
  readonly fault: CalendarFault;
  /** From 1; absent where no line is to blame. */
  readonly line: number | undefined;
  /** What stands in that line, cut where it is long. */
  readonly content: string | undefined;
}

const longestContent = 120;

/** Judges a file as the API does, before it is sent. `floatingZone` is that of times that name none. */
export function readCalendar(bytes: Uint8Array, floatingZone: string): ReadCalendar | RefusedCalendar {
  const data = `data:text/calendar;base64,${base64Of(bytes)}`;
  const times = parseCalendar(data, floatingZone);
  if (times.ok) return { data, times };
  const { fault, line } = times;
  const content = line === undefined ? undefined : lineOf(bytes, line);
  return { fault, line, content };
}

function lineOf(bytes: Uint8Array, line: number): string | undefined {
  const text = new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\n|\r/)
    [line - 1]?.trim();
  return text && text.length > longestContent ? `${text.slice(0, longestContent)}…` : text;
}

/** In pieces: the arguments of a call are limited. */
function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}
