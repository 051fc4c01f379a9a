/** What a driving tracker sends, as the server reads it. */
import type { DecodeContext, Protocol, TrackerSession } from '@atalaia/protocols/protocol';
import { wireOf } from '@atalaia/simulator/tracker/create-tracker';
import { completeReport, type Report } from '@atalaia/simulator/wire/report';

export interface TrackerStream {
  readonly session: TrackerSession;
  readonly context: DecodeContext;
  /** Bytes of one read each, or datagrams. */
  readonly reads: readonly Uint8Array[];
}

const reportCount = 1000;
/** What one segment of TCP brings. */
const readBytes = 1460;

const imei = '868120145233604';
/** The header of jt808 has room for twelve digits. */
const shortIds: ReadonlySet<string> = new Set(['jt808']);
const startMs = Date.UTC(2026, 10, 21, 12);

const reports: readonly Report[] = Array.from({ length: reportCount }, (_, index) =>
  completeReport({
    fixTimeMs: startMs + index * 10_000,
    latitude: -23.5 + index / 1000,
    longitude: -46.6 - index / 700,
    speedKph: 40 + (index % 40),
    odometerMetres: 1_000_000 + index * 111,
  }),
);

function requestOf(uniqueId: string, { fixTimeMs, latitude, longitude, speedKph }: Report): Uint8Array {
  const place = `lat=${latitude}&lon=${longitude}&speed=${speedKph / 1.852}`;
  return Buffer.from(
    `GET /?id=${uniqueId}&timestamp=${fixTimeMs / 1000}&${place}&batt=80 HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
}

export function trackerStream(protocol: Protocol): TrackerStream {
  const { name, transports } = protocol;
  const [transport = 'tcp'] = transports;
  const context: DecodeContext = { receivedMs: startMs + reportCount * 10_000, transport };
  const uniqueId = shortIds.has(name) ? imei.slice(0, 12) : imei;
  const wire = wireOf(name);
  const packets = reports.map((report, index) =>
    wire ? wire.reports({ uniqueId, serial: index + 1 }, [report]) : requestOf(uniqueId, report),
  );
  if (transport === 'udp') return { session: { uniqueId }, context, reads: packets };
  const login = wire?.login?.(uniqueId) ?? new Uint8Array(0);
  const { frames } = protocol.createFramer().push(login);
  const signedIn = frames.reduce<TrackerSession>(
    (session, frame) => protocol.decode(frame, session, context).session,
    {},
  );
  const bytes = Buffer.concat(packets);
  const reads = Array.from({ length: Math.ceil(bytes.length / readBytes) }, (_, at) =>
    bytes.subarray(at * readBytes, (at + 1) * readBytes),
  );
  return { session: { ...signedIn, uniqueId: signedIn.uniqueId ?? uniqueId }, context, reads };
}
