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
import { osmandPort } from '../wire/osmand.ts';
import type { Alarm } from '../wire/report.ts';
import type { StreamWire } from '../wire/stream-wire.ts';
import { suntech, suntechUniversal } from '../wire/suntech.ts';
import { teltonika, teltonikaExtended } from '../wire/teltonika.ts';
import { tk103 } from '../wire/tk103.ts';
import { totem } from '../wire/totem.ts';
import { xexun } from '../wire/xexun.ts';
import { createDatagramTracker } from './datagram-tracker.ts';
import { createHttpTracker } from './http-tracker.ts';
import { createStreamTracker } from './stream-tracker.ts';
import type { Tracker, TrackerEvents } from './tracker.ts';

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
  /** How long an answer may take; 20 s unless told. */
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

/** What a phone can tell; as a protocol osmand takes any word. */
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
