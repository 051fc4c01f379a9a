import type { Text } from '../texts/texts.ts';
import { useTexts } from '../texts/texts-context.ts';
import { useNow } from './use-now.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long ago an instant was, in its largest whole unit: `há 4 s`, `há 14 min`, `há 3 h`, `há 3 dias`. An instant ahead
 * of the clock counts as now; one that is no date gives `-`.
 */
export function timeAgo(instantMs: number, nowMs: number, text: Text): string {
  if (Number.isNaN(instantMs)) return '-';
  const ageMs = Math.max(0, nowMs - instantMs);
  if (ageMs < minuteMs) return text('time.secondsAgo', { count: Math.floor(ageMs / secondMs) });
  if (ageMs < hourMs) return text('time.minutesAgo', { count: Math.floor(ageMs / minuteMs) });
  if (ageMs < dayMs) return text('time.hoursAgo', { count: Math.floor(ageMs / hourMs) });
  return text('time.daysAgo', { count: Math.floor(ageMs / dayMs) });
}

/** How long ago an instant was, kept true: by the second for a minute, then in larger steps. */
export function TimeAgo({ instant }: { readonly instant: string }) {
  const { text } = useTexts();
  const instantMs = Date.parse(instant);
  const isFresh = Date.now() - instantMs < 2 * minuteMs;
  const nowMs = useNow(isFresh ? 1000 : minuteMs / 4);
  return <time dateTime={instant}>{timeAgo(instantMs, nowMs, text)}</time>;
}
