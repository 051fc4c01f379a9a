/** Chosen devices are forwarded to other servers (OUT-06): beside ingest, which never waits for it. */
import { once } from 'node:events';
import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import { attributesOf, positionJson } from '../writer/position-row.ts';
import type { PositionRow } from '../writer/rows.ts';
import {
  createMirrorBook,
  isActive,
  type Mirror,
  type MirrorsParts,
  noteFor,
  type Shared,
} from './mirror-book.ts';
import { createMirrorLog, type MirroredDevice } from './mirror-queries.ts';
import { createRawLine, type Endpoint, type RawLine } from './raw-line.ts';
import { createWaitingQueue, type Waiting } from './waiting.ts';

/** What of a position's attributes goes along, under the names of the protocol's senders. */
const sentAttributes: Readonly<Record<string, string>> = {
  ...{
    ignition: 'ignition',
    alarm: 'alarm',
    motion: 'motion',
    sat: 'sat',
    hdop: 'hdop',
    odometer: 'odometer',
  },
  ...{ power: 'power', battery: 'battery', batteryLevel: 'batt', charge: 'charge', event: 'event' },
  driverUniqueId: 'driverUniqueId',
};

/** A position as the parameters of OsmAnd's live tracking: knots, degrees, metres, seconds since 1970 UTC. */
function osmandQuery(row: PositionRow, uniqueId: string): string {
  const { position } = row;
  const query = new URLSearchParams({
    id: uniqueId,
    timestamp: String(position.fixTimeMs % 1000 === 0 ? position.fixTimeMs / 1000 : position.fixTimeMs),
    lat: String(position.latitude),
    lon: String(position.longitude),
    speed: String(position.speedKnots),
    bearing: String(position.course),
    altitude: String(position.altitude),
    accuracy: String(position.accuracy),
    valid: String(position.valid),
  });
  const attributes = JSON.parse(attributesOf(row)) as Record<string, unknown>;
  for (const [key, name] of Object.entries(sentAttributes)) {
    const value = attributes[key];
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.toString();
}

/** A tracker's connection as the mirrors follow it. */
export interface MirroredConnection {
  /** A frame was taken, of these devices. */
  took(frame: Uint8Array, devices: readonly IngestDevice[], isSignIn: boolean): void;
  /** It has closed. */
  end(): void;
}

export interface Mirrors {
  start(): Promise<void>;
  connection(protocol: Pick<Protocol, 'name' | 'port'>, transport: Transport): MirroredConnection;
  /** A message came that no connection carried in frames. */
  tookRequest(devices: readonly IngestDevice[]): void;
  /** Positions were committed. */
  stored(rows: readonly PositionRow[]): void;
  /** Asked every second. */
  check(nowMs: number): void;
  /** Closes every line; the log of what was sent is written as long as there is patience. */
  stop(patience: AbortSignal): Promise<void>;
}

/** Of one tracker's connection to one server. */
const lineBytes = 256 * 1024;
/** Of all that waits in this process. */
const mostBytes = 64 * 1024 * 1024;
const oldestMs = 24 * 3_600_000;
/** A longer sign-in is no sign-in. */
const mostSignInBytes = 1024;
const logMs = 5_000;

/** What a connection here has at each mirror, and the sign-in that began it. */
interface Lines {
  signIn: Uint8Array | undefined;
  readonly ofMirror: Map<Mirror, RawLine>;
  /** Whose the last frame was: one that says nothing of its own is theirs too. */
  devices: readonly IngestDevice[];
  isOver: boolean;
}

function endpointOf(mirror: Mirror, protocolPort: number): Endpoint {
  const [, host = mirror.row.address, port] = /^(.*?)(?::(\d+))?$/.exec(mirror.row.address) ?? [];
  const number = port === undefined ? protocolPort : Number(port);
  let endpoint = mirror.endpoints.get(number);
  if (!endpoint) {
    endpoint = { host, port: number, failures: 0, retryMs: 0, connecting: 0 };
    mirror.endpoints.set(number, endpoint);
  }
  return endpoint;
}

function lineOf(shared: Shared, lines: Lines, mirror: Mirror, port: number, transport: Transport): RawLine {
  const known = lines.ofMirror.get(mirror);
  if (known) return known;
  const { clock, guard } = shared.parts;
  const note = noteFor(shared, mirror.row.id);
  const queue = createWaitingQueue({ memory: shared.memory, mostBytes: lineBytes, dropped: note.dropped });
  const line: RawLine = createRawLine({
    ...{ transport, clock, guard, queue, ...note },
    endpoint: endpointOf(mirror, port),
    signIn: () => lines.signIn,
    done() {
      mirror.lines.delete(line);
      if (lines.ofMirror.get(mirror) === line) lines.ofMirror.delete(mirror);
    },
  });
  mirror.lines.add(line);
  lines.ofMirror.set(mirror, line);
  return line;
}

export function createMirrors(parts: MirrorsParts): Mirrors {
  const { pool, bus, clock, log } = parts;
  const mirrorLog = createMirrorLog(pool, clock, log);
  const shared: Shared = { parts, mirrorLog, memory: { used: 0, mostBytes } };
  const book = createMirrorBook(shared);
  let loggedMs = clock.now();

  const unsubscribes = [
    bus.subscribe('rules', ({ kinds }) => {
      if (kinds.includes('mirrors') || kinds.includes('groups')) book.stale();
    }),
    bus.subscribe('deviceRegistry', book.stale),
  ];
  /** Of one mirror whose device sent it. */
  const forward = (
    mirror: Mirror,
    lines: Lines,
    {
      deviceIds,
      line,
      ...one
    }: Waiting & { readonly line: { readonly port: number; readonly transport: Transport } },
  ) => {
    if (!isActive(mirror, one.atMs)) return;
    // a gateway's frame is of several devices, of which some may not be forwarded
    if (!deviceIds.every((id) => mirror.devices.has(id)))
      return mirrorLog.note(mirror.row.id, deviceIds.slice(0, 1), 'dropped', 'shared-frame');
    const open = lineOf(shared, lines, mirror, line.port, line.transport);
    open.push({ deviceIds, ...one });
    if (lines.isOver) open.end();
  };

  return {
    start: () => book.refresh(clock.now()),
    connection({ port }, transport) {
      const lines: Lines = { signIn: undefined, ofMirror: new Map(), devices: [], isOver: false };
      return {
        took(frame, senders, isSignIn) {
          if (senders.length > 0) lines.devices = senders;
          // a copy: the frame is a part of what was read from the socket
          if (isSignIn && frame.length <= mostSignInBytes) lines.signIn = Uint8Array.from(frame);
          const { devices } = lines;
          const [device] = devices;
          if (!device) return;
          for (const mirror of book.rawOf(device.id)) {
            forward(mirror, lines, {
              deviceIds: devices.length === 1 ? [device.id] : [...new Set(devices.map(({ id }) => id))],
              ...{ bytes: Uint8Array.from(frame), atMs: clock.now(), line: { port, transport } },
              ...(isSignIn && { isSignIn }),
            });
          }
        },
        end() {
          lines.isOver = true;
          for (const line of lines.ofMirror.values()) line.end();
        },
      };
    },
    tookRequest(devices) {
      const atMs = clock.now();
      for (const { id } of devices)
        for (const mirror of book.rawOf(id))
          if (isActive(mirror, atMs)) mirrorLog.note(mirror.row.id, [id], 'dropped', 'no-frames');
    },
    stored(rows) {
      const atMs = clock.now();
      for (const row of rows) {
        // what another server forwarded here would go round in circles
        if (row.isForwarded) continue;
        for (const mirror of book.httpOf(row.deviceId)) {
          const device = mirror.devices.get(row.deviceId);
          if (!device || !isActive(mirror, atMs)) continue;
          const text =
            mirror.row.kind === 'json' ? forwardedJson(row, device) : osmandQuery(row, device.uniqueId);
          mirror.lanes?.push(row.deviceId, { deviceIds: [row.deviceId], bytes: Buffer.from(text), atMs });
        }
      }
    },
    check(nowMs) {
      void book.refresh(nowMs);
      for (const mirror of book.all()) {
        if (!isActive(mirror, nowMs)) for (const line of mirror.lines) line.end();
        for (const line of mirror.lines) line.check(nowMs, nowMs - oldestMs);
        mirror.lanes?.check(nowMs, nowMs - oldestMs);
      }
      if (nowMs - loggedMs < logMs) return;
      loggedMs = nowMs;
      void mirrorLog.flush();
    },
    async stop(patience) {
      for (const unsubscribe of unsubscribes) unsubscribe();
      book.close('server-stopped');
      await Promise.race([mirrorLog.flush(), once(patience, 'abort')]);
    },
  };
}

/** As the field forwards a position by HTTP. */
function forwardedJson(row: PositionRow, { id, uniqueId, name }: MirroredDevice): string {
  return `{"position":${positionJson(row)},"device":${JSON.stringify({ id, uniqueId, name })}}`;
}
