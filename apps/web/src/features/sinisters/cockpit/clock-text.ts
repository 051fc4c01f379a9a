const secondMs = 1000;

/** A running time as a clock shows it: `4:05`, `1:04:05`, from a day on `2 d 03:10`. Never negative. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  if (days > 0) return `${days} d ${two(hours)}:${two(minutes)}`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
