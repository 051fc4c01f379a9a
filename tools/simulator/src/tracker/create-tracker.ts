import { Agent, request } from 'node:http';
import { calamp } from '../wire/calamp.ts';
import { easytrack } from '../wire/easytrack.ts';
import { gl200 } from '../wire/gl200.ts';
import { gps103 } from '../wire/gps103.ts';
import { gt06 } from '../wire/gt06.ts';
import { h02 } from '../wire/h02.ts';
import { jt808 } from '../wire/jt808.ts';
import { meiligao } from '../wire/meiligao.ts';
import { meitrack } from '../wire/meitrack.ts';
import { mxt } from '../wire/mxt.ts';
import type { Alarm } from '../wire/report.ts';
import { completeReport, type Report } from '../wire/report.ts';
import type { StreamWire } from '../wire/stream-wire.ts';
import { suntech, suntechUniversal } from '../wire/suntech.ts';
import { teltonika, teltonikaExtended } from '../wire/teltonika.ts';
import { tk103 } from '../wire/tk103.ts';
import { totem } from '../wire/totem.ts';
import { xexun } from '../wire/xexun.ts';
import { createDatagramTracker } from './datagram-tracker.ts';
import { createStreamTracker } from './stream-tracker.ts';
import type { Tracker, TrackerAddress, TrackerEvents } from './tracker.ts';

/** osmand: a report is the query of an HTTP request (OsmAnd and the Traccar client app); 200 means that it is stored. */
const osmandPort = 5055;

/** Path and query. Speed in knots, time in seconds, `batt` in percent; names that the field does not know are attributes. */
export function osmandPath(uniqueId: string, report: Report): string {
  const query = new URLSearchParams({
    id: uniqueId,
    timestamp: String(Math.round(report.fixTimeMs / 1000)),
    lat: report.latitude.toFixed(6),
    lon: report.longitude.toFixed(6),
    speed: (report.speedKph / 1.852).toFixed(2),
    bearing: report.courseDegrees.toFixed(1),
    altitude: report.altitudeMetres.toFixed(0),
    accuracy: (report.hdop * 5).toFixed(1),
    hdop: report.hdop.toFixed(1),
    sat: String(report.satellites),
    batt: report.batteryPercent.toFixed(0),
    charge: String(report.powerVolts > 0),
    ignition: String(report.ignition),
    odometer: report.odometerMetres.toFixed(0),
    ...(report.alarm && { alarm: report.alarm }),
  });
  return `/?${query}`;
}

const streamWires = {
  calamp,
  easytrack,
  gl200,
  gps103,
  gt06,
  h02,
  jt808,
  meiligao,
  meitrack,
  mxt,
  suntech,
  'suntech-universal': suntechUniversal,
  teltonika,
  'teltonika-extended': teltonikaExtended,
  tk103,
  totem,
  xexun,
} satisfies Record<string, StreamWire>;

/** Protocols, and the families within them that speak differently. */
export type Dialect = keyof typeof streamWires | 'osmand';

const defaultAnswerTimeoutMs = 20_000;

export interface TrackerOptions {
  readonly protocol: Dialect;
  readonly uniqueId: string;
  readonly host: string;
  readonly port: number;
  /** How long an answer may take; 20 s by default. */
  readonly answerTimeoutMs?: number;
  readonly events?: TrackerEvents;
}

/** The usual port of a dialect's protocol, before any offset. */
export function portOf(dialect: Dialect): number {
  return dialect === 'osmand' ? osmandPort : streamWires[dialect].port;
}

/** A tracker that speaks to the real server. It holds one socket and no timer while nothing is on its way. */
export function createTracker(options: TrackerOptions): Tracker {
  const { protocol, uniqueId, host, port, events } = options;
  const answerTimeoutMs = options.answerTimeoutMs ?? defaultAnswerTimeoutMs;
  const address = { uniqueId, host, port, answerTimeoutMs };
  if (protocol === 'osmand') return createHttpTracker(address);
  const wire: StreamWire = streamWires[protocol];
  return (wire.inDatagrams ? createDatagramTracker : createStreamTracker)(wire, address, events);
}

/** How a dialect speaks; undefined for osmand, whose reports are requests, and for one that nobody speaks. */
export function wireOf(dialect: string): StreamWire | undefined {
  return Object.hasOwn(streamWires, dialect) ? streamWires[dialect as keyof typeof streamWires] : undefined;
}

/** What a phone can report; as a protocol osmand takes any word. */
const phoneAlarms: readonly Alarm[] = ['sos', 'lowBattery'];

/** Alarms that a dialect has words for. */
export function alarmsOf(dialect: Dialect): ReadonlySet<Alarm> {
  return dialect === 'osmand' ? new Set(phoneAlarms) : streamWires[dialect].alarms;
}

/** Attributes that a device of this dialect has to have (`meitrack.ignitionInput`…). */
export function deviceAttributesOf(dialect: Dialect): Readonly<Record<string, string | number | boolean>> {
  const wire: StreamWire | undefined = dialect === 'osmand' ? undefined : streamWires[dialect];
  return wire?.deviceAttributes ?? {};
}

/** A tracker that makes an HTTP request of each report, over one connection that is kept. */
function createHttpTracker(address: TrackerAddress): Tracker {
  const { uniqueId, host, port, answerTimeoutMs } = address;
  let agent = new Agent({ keepAlive: true, maxSockets: 1 });

  function send(report: Report): Promise<void> {
    return new Promise((resolve, reject) => {
      const path = osmandPath(uniqueId, report);
      const sent = request({ host, port, path, method: 'GET', agent, timeout: answerTimeoutMs }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`answered ${answer.statusCode}`));
        });
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', reject);
      sent.end();
    });
  }

  return {
    uniqueId,
    connect: () => {
      agent = new Agent({ keepAlive: true, maxSockets: 1 });
      return Promise.resolve();
    },
    sendPosition: (report) => send(completeReport(report)),
    sendPositions: async (reports) => {
      for (const report of reports) await send(report);
    },
    sendHeartbeat: () => undefined,
    close: () => {
      agent.destroy();
      return Promise.resolve();
    },
  };
}
