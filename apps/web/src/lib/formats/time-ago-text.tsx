import { useTexts } from '../texts/texts-context.ts';
import { timeAgo } from './time-ago.ts';
import { useNow } from './use-now.ts';

const minuteMs = 60_000;

/** How long ago an instant was, kept true: by the second for a minute, then in larger steps. */
export function TimeAgo({ instant }: { readonly instant: string }) {
  const { text } = useTexts();
  const instantMs = Date.parse(instant);
  const isFresh = Date.now() - instantMs < 2 * minuteMs;
  const nowMs = useNow(isFresh ? 1000 : minuteMs / 4);
  return <time dateTime={instant}>{timeAgo(instantMs, nowMs, text)}</time>;
}
