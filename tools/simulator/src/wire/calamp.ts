/**
 * calamp as an LMU speaks LM Direct, in datagrams:
 *
 *     83 | id length, id (packed decimals) | 01 | kind of id | service u8 | type u8 | sequence u16 | body
 *
 * 0 null message (here the sign-in), 2 event report with accumulators, both acknowledged by type 1; 7 unit request, which the
 * unit acknowledges. What codes and accumulators mean is this fleet's own, given to the server in the device's attributes.
 * Layout: CalAmp LM Direct reference guide, as in the server's `calamp/datagram.ts`.
 */
import { idKinds, messageTypes, openDatagram, services } from '@atalaia/protocols/calamp/datagram';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type Sending, type StreamWire } from './stream-wire.ts';

const byTime = 16;

const eventCodes: ReadonlyMap<Alarm, number> = new Map([
  ['sos', 20],
  ['powerCut', 21],
  ['powerRestored', 22],
  ['lowBattery', 23],
  ['jamming', 24],
]);

function seal(
  { uniqueId, serial }: Sending,
  service: number,
  type: number,
  body: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const id = Buffer.from(uniqueId.length % 2 === 0 ? uniqueId : `${uniqueId}f`, 'hex');
  const header = [0x83, id.length, ...id, 1, idKinds.imei, service, type, serial >> 8, serial & 0xff];
  return Buffer.concat([Buffer.from(header), body]);
}

function accumulators(report: Report): Uint8Array {
  const counts = [
    report.odometerMetres,
    report.powerVolts * 1000,
    report.engineHoursMs / 1000,
    report.blocked ? 1 : 0,
    report.batteryVolts * 1000,
    report.fuelPercent,
  ];
  const view = new DataView(new ArrayBuffer(2 + counts.length * 4));
  view.setUint8(0, counts.length);
  counts.forEach((count, index) => {
    view.setUint32(2 + index * 4, Math.round(count));
  });
  return new Uint8Array(view.buffer);
}

function eventReport(report: Report): Uint8Array {
  const view = new DataView(new ArrayBuffer(38));
  const seconds = Math.floor(report.fixTimeMs / 1000);
  view.setUint32(0, seconds);
  view.setUint32(4, seconds);
  view.setInt32(8, Math.round(report.latitude * 1e7));
  view.setInt32(12, Math.round(report.longitude * 1e7));
  view.setInt32(16, Math.round(report.altitudeMetres * 100));
  view.setUint32(20, Math.round((report.speedKph / 3.6) * 100));
  view.setUint16(24, Math.round(report.courseDegrees) % 360);
  view.setUint8(26, report.satellites);
  view.setUint8(27, report.stored ? 0x20 : 0);
  view.setUint16(28, 5);
  view.setInt16(30, Math.round(-113 + (report.signalPercent / 100) * 62));
  view.setUint8(32, 0x0f);
  view.setUint8(33, Math.round(report.hdop * 10));
  view.setUint8(34, report.ignition ? 1 : 0);
  const code = report.alarm === undefined ? byTime : (eventCodes.get(report.alarm) ?? byTime);
  view.setUint8(36, code);
  view.setUint8(37, code);
  return Buffer.concat([new Uint8Array(view.buffer), accumulators(report)]);
}

/** One datagram of the server's: an acknowledgement by the type it is for, or a unit request as `3,8,0`. */
function takeDatagram(datagram: Uint8Array, answers: Answer[]): number {
  if (datagram.length === 0) return 0;
  const message = openDatagram(datagram);
  if ('code' in message) return datagram.length;
  const { type, sequence, body } = message;
  const [first, code = 0, high = 0, low = 0] = body;
  if (type === messageTypes.unitRequest) {
    const token = Uint8Array.of(sequence >> 8, sequence & 0xff);
    answers.push({ kind: 'command', text: `${first},${code},${(high << 8) | low}`, token });
  } else if (type === messageTypes.acknowledgement && code === 0) {
    if (first === messageTypes.none) answers.push({ kind: 'login', accepted: true });
    if (first === messageTypes.eventReport) answers.push({ kind: 'stored', serial: sequence });
  }
  return datagram.length;
}

export const calamp: StreamWire = {
  protocol: 'calamp',
  port: 5082,
  inDatagrams: true,
  reportsPerPacket: 1,
  acknowledges: true,
  alarms: new Set(eventCodes.keys()),
  deviceAttributes: {
    'calamp.accumulators': '0=odometer, 1=power*0.001, 2=hours*1000, 3=blocked, 4=battery*0.001, 5=fuelLevel',
    'calamp.alarms': [...eventCodes].map(([alarm, code]) => `${code}=${alarm}`).join(', '),
  },
  login: (uniqueId) => seal({ uniqueId, serial: 0 }, services.acknowledged, messageTypes.none),
  reports: (sending, [report]) => {
    if (report === undefined) throw new Error('a packet of no report');
    return seal(sending, services.acknowledged, messageTypes.eventReport, eventReport(report));
  },
  heartbeat: (sending) => seal(sending, services.unacknowledged, messageTypes.none),
  commandResult: ({ uniqueId }, _text, token) => {
    const serial = ((token[0] ?? 0) << 8) | (token[1] ?? 0);
    const taken = Uint8Array.of(messageTypes.unitRequest, 0, 0, 0, 0, 0);
    return seal({ uniqueId, serial }, services.response, messageTypes.acknowledgement, taken);
  },
  createAnswerReader: () => createAnswerReader(takeDatagram),
};
