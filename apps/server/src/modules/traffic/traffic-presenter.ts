import type { TrafficEntry as TrafficLine } from '@atalaia/contract/devices/traffic';
import { type Kysely, sql } from 'kysely';
import type { TrafficEntry } from '../../ingest/traffic/traffic-chunk.ts';
import type { NotedFrame } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { withPasswordMasked as masked, passwordMask } from '../../platform/secrets/password-pattern.ts';
import { mayWriteDevices, type Writer } from '../../visibility/caller.ts';
import { passwordAttribute } from '../../visibility/device-password.ts';

/** One entry as the contract describes it, decoded now; with `hidden` that password is masked everywhere. */
export function presentTraffic({ source, ...entry }: TrafficEntry, hidden?: string): TrafficLine {
  const decoded = entry.direction === 'in' ? source.decode(entry.bytes, entry.atMs) : undefined;
  const sent = Buffer.from(entry.bytes.buffer, entry.bytes.byteOffset, entry.bytes.length);
  const bytes = shownOf(sent, hidden);
  const messages = (decoded?.messages ?? []).map((message) => ({ ...message }));
  return {
    time: new Date(entry.atMs).toISOString(),
    direction: entry.direction,
    protocol: source.protocol,
    transport: source.transport,
    address: source.address,
    hex: bytes.toString('hex'),
    text: textOf(bytes),
    messages: hidden === undefined ? messages : maskedIn(messages, hidden),
    error: decoded?.error ?? null,
  };
}

/** One frame as the field's apps read a line of the log, with when and in which direction. */
export function presentFrame(
  of: { readonly deviceId: number; readonly uniqueId: string },
  { atMs, direction, protocol, address, hex }: NotedFrame,
  hidden?: string,
): string {
  const bytes = shownOf(Buffer.from(hex, 'hex'), hidden);
  const [data, time] = [textOf(bytes) ?? bytes.toString('hex'), new Date(atMs).toISOString()];
  return JSON.stringify({ ...of, protocol, host: address, data, time, direction });
}

const shownOf = (sent: Buffer, hidden: string | undefined): Buffer =>
  hidden === undefined ? sent : Buffer.from(masked(sent.toString('latin1'), hidden), 'latin1');

/** Null unless every byte is a printable character of ASCII or a line's end. */
function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  return /^[\x20-\x7e\r\n\t]+$/.test(text) ? text : null;
}

/** The same value with its texts masked, at any depth, and the password where it is a number. */
function maskedIn<T>(value: T, hidden: string): T {
  const read = (_key: string, value: unknown) => {
    if (typeof value === 'string') return masked(value, hidden);
    return String(value) === hidden ? passwordMask.repeat(hidden.length) : value;
  };
  return JSON.parse(JSON.stringify(value), read) as T;
}

interface FrameDevice {
  readonly uniqueId: string;
  /** The password that the reader must not read. */
  readonly hidden: string | undefined;
}

/** Whose frames these are; whether the reader sees the devices is asked before. */
export async function readFrameDevices(
  db: Kysely<Schema>,
  reader: Writer,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, FrameDevice>> {
  const { rows } = await sql<{ id: number; uniqueId: string; password: string | null }>`
    SELECT d.id, d.unique_id AS "uniqueId", d.attributes ->> ${sql.lit(passwordAttribute)} AS password
    FROM devices AS d WHERE d.id = ANY(${deviceIds}::integer[])`.execute(db);
  const isHidden = !mayWriteDevices(reader);
  return new Map(
    rows.map(({ id, uniqueId, password }) => [id, { uniqueId, hidden: (isHidden && password) || undefined }]),
  );
}
