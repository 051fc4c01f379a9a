import type { TrafficEntry as TrafficLine } from '@atalaia/contract/traffic';
import type { TrafficEntry } from '../../ingest/traffic/traffic-log.ts';

/** One entry as the contract describes it, decoded now. */
export function presentTraffic({ decode, ...entry }: TrafficEntry): TrafficLine {
  const decoded = decode?.();
  const bytes = Buffer.from(entry.bytes.buffer, entry.bytes.byteOffset, entry.bytes.length);
  return {
    time: new Date(entry.atMs).toISOString(),
    direction: entry.direction,
    protocol: entry.protocol,
    transport: entry.transport,
    address: entry.address,
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
