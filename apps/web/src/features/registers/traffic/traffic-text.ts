import type { TrafficEntry } from '@atalaia/contract/traffic';

/** Entries as lines of text for a mail to who made the tracker: when, which way, the bytes, and as text where they are. */
export function trafficText(entries: readonly TrafficEntry[]): string {
  return entries
    .map(({ time, direction, protocol, transport, address, hex, text, error }) =>
      [
        time,
        direction === 'in' ? '<-' : '->',
        `${protocol}/${transport}`,
        address,
        hex,
        ...(text === null ? [] : [JSON.stringify(text)]),
        ...(error ? [error.code] : []),
      ].join(' '),
    )
    .join('\n');
}
