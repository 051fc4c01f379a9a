import type { TrafficEntry as TrafficLine } from '@atalaia/contract/traffic';
import type { TrafficEntry } from '../../ingest/traffic/traffic-chunk.ts';

/** One entry as the contract describes it, decoded now. */
export function presentTraffic({ source, ...entry }: TrafficEntry): TrafficLine {
  const decoded = entry.direction === 'in' ? source.decode(entry.bytes, entry.atMs) : undefined;
  const bytes = Buffer.from(entry.bytes.buffer, entry.bytes.byteOffset, entry.bytes.length);
  return {
    time: new Date(entry.atMs).toISOString(),
    direction: entry.direction,
    protocol: source.protocol,
    transport: source.transport,
    address: source.address,
    hex: bytes.toString('hex'),
    text: textOf(bytes),
    messages: (decoded?.messages ?? []).map((message) => ({ ...message })),
    error: decoded?.error ?? null,
  };
}

/** Null unless every byte is a printable character of ASCII or a line's end. */
function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  return /^[\x20-\x7e\r\n\t]+$/.test(text) ? text : null;
}
