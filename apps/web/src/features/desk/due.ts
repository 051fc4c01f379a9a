/** How much time is left to a deadline, by the server's clock, in words and as a colour. */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type DueTone = 'fine' | 'soon' | 'over';

/** Up to this share of the whole time is left: it is soon. */
const soonShare = 0.25;

export function dueTone(leftMs: number, wholeMs: number): DueTone {
  if (leftMs < 0) return 'over';
  return leftMs <= wholeMs * soonShare ? 'soon' : 'fine';
}

/** `0:42`, `14:05`, `3 h 20`, `2 d`; what is overdue begins with a minus. */
export function dueText(leftMs: number): string {
  const sign = leftMs < 0 ? '−' : '';
  const ms = Math.abs(leftMs);
  if (ms >= 2 * dayMs) return `${sign}${Math.floor(ms / dayMs)} d`;
  if (ms >= hourMs) return `${sign}${Math.floor(ms / hourMs)} h ${two(Math.floor((ms % hourMs) / minuteMs))}`;
  return `${sign}${Math.floor(ms / minuteMs)}:${two(Math.floor((ms % minuteMs) / secondMs))}`;
}

const two = (value: number) => String(value).padStart(2, '0');
