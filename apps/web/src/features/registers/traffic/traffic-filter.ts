import type { TrafficEntry } from '@atalaia/contract/traffic';

export const trafficDirections = ['all', 'in', 'out'] as const;

export interface TrafficFilter {
  readonly direction: (typeof trafficDirections)[number];
  /** Found in the bytes, written as text or as hexadecimal, in the kinds of messages, the protocol and the address. */
  readonly text: string;
}

/** Whether an entry is one of those looked for. */
export function fitsFilter(entry: TrafficEntry, { direction, text }: TrafficFilter): boolean {
  if (direction !== 'all' && entry.direction !== direction) return false;
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  return holdsBytes(entry.hex, wanted) || wordsOf(entry).some((word) => word.toLowerCase().includes(wanted));
}

function holdsBytes(hex: string, wanted: string): boolean {
  const digits = wanted.replace(/[\s:]/g, '');
  if (!/^([\da-f]{2})+$/.test(digits)) return false;
  for (let at = hex.indexOf(digits); at !== -1; at = hex.indexOf(digits, at + 1)) {
    if (at % 2 === 0) return true;
  }
  return false;
}

function wordsOf({ text, hex, protocol, address, messages, error }: TrafficEntry): readonly string[] {
  return [
    text ?? printable(hex),
    protocol,
    address,
    ...messages.map(({ kind }) => kind),
    ...(error ? [error.code] : []),
  ];
}

/** Between bytes that are no characters there may be text, as the name of a place. */
function printable(hex: string): string {
  return (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
}
