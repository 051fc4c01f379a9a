/**
 * teltonika as an FMB unit speaks it over TCP (Teltonika wiki, "Codec" and "FMB AVL ID"):
 *
 *     length u16 | IMEI                                      answered by 01 (welcome) or 00
 *     0 u32 | length u32 | codec | n | n × record | n | CRC-16/IBM u32     answered by the number stored, u32
 *
 * A record: time u64 ms, priority, longitude i32 and latitude i32 (1e-7°), altitude i16, course u16, satellites u8, speed
 * u16 km/h, then elements in groups of 1, 2, 4 and 8 bytes. Codec 8 has ids and counts of one byte, 8 Extended of two.
 */
import { crc16Ibm } from '@atalaia/protocols/wire/crc';
import type { Alarm, Report } from './report.ts';
import { type Answer, createAnswerReader, type StreamWire } from './stream-wire.ts';

/** The elements of a record, by their AVL ids (Teltonika wiki, "FMB AVL ID"). */
interface Element {
  readonly id: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly value: number;
  /** Why the record was made. */
  readonly isEvent?: boolean;
}

/** Unplug: 1 the power was cut, 0 it is back. A panic button is wired to an input, and a low battery is only its level. */
const alarmElements: ReadonlyMap<Alarm, Element> = new Map([
  ['powerCut', { id: 252, bytes: 1, value: 1, isEvent: true }],
  ['powerRestored', { id: 252, bytes: 1, value: 0, isEvent: true }],
  ['jamming', { id: 249, bytes: 1, value: 1, isEvent: true }],
]);

function elementsOf(report: Report): readonly Element[] {
  const alarm = report.alarm && alarmElements.get(report.alarm);
  return [
    { id: 239, bytes: 1, value: report.ignition ? 1 : 0 },
    { id: 240, bytes: 1, value: report.speedKph > 0 ? 1 : 0 },
    { id: 179, bytes: 1, value: report.blocked ? 1 : 0 },
    { id: 21, bytes: 1, value: Math.round((report.signalPercent / 100) * 5) },
    { id: 69, bytes: 1, value: 1 },
    { id: 89, bytes: 1, value: Math.round(report.fuelPercent) },
    { id: 113, bytes: 1, value: Math.round(report.batteryPercent) },
    { id: 66, bytes: 2, value: Math.round(report.powerVolts * 1000) },
    { id: 67, bytes: 2, value: Math.round(report.batteryVolts * 1000) },
    { id: 182, bytes: 2, value: Math.round(report.hdop * 10) },
    { id: 16, bytes: 4, value: Math.round(report.odometerMetres) },
    ...(report.driverKey === undefined ? [] : [{ id: 78, bytes: 8, value: report.driverKey } as const]),
    ...(alarm ? [alarm] : []),
  ];
}

type Codec = 0x08 | 0x8e;

const commandCodec = 0x0c;
const answerKind = 0x06;

function number(bytes: 1 | 2 | 4 | 8, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value));
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** 0 low, 1 high; 2 is for a panic button. */
function priorityOf(report: Report): number {
  return report.alarm === undefined ? 0 : 1;
}

function fix(report: Report): Buffer {
  const buffer = Buffer.alloc(24);
  buffer.writeBigUInt64BE(BigInt(Math.round(report.fixTimeMs)), 0);
  buffer.writeUInt8(priorityOf(report), 8);
  buffer.writeInt32BE(Math.round(report.longitude * 1e7), 9);
  buffer.writeInt32BE(Math.round(report.latitude * 1e7), 13);
  buffer.writeInt16BE(Math.round(report.altitudeMetres), 17);
  buffer.writeUInt16BE(Math.round(report.courseDegrees) % 360, 19);
  buffer.writeUInt8(report.satellites, 21);
  buffer.writeUInt16BE(Math.round(report.speedKph), 22);
  return buffer;
}

function record(codec: Codec, report: Report): Buffer {
  const idBytes = codec === 0x8e ? 2 : 1;
  const elements = elementsOf(report);
  const eventId = elements.find(({ isEvent }) => isEvent)?.id ?? 0;
  const parts = [fix(report), number(idBytes, eventId), number(idBytes, elements.length)];
  for (const bytes of [1, 2, 4, 8] as const) {
    const group = elements.filter((element) => element.bytes === bytes);
    parts.push(number(idBytes, group.length));
    for (const { id, value } of group) parts.push(number(idBytes, id), number(bytes, value));
  }
  // Codec 8 Extended closes with elements of any length, of which there are none.
  if (codec === 0x8e) parts.push(number(2, 0));
  return Buffer.concat(parts);
}

function frame(data: Buffer): Buffer {
  return Buffer.concat([number(4, 0), number(4, data.length), data, number(4, crc16Ibm(data))]);
}

/** A count of records, or a command frame, which begins with four zeros; the very first answer is one byte. */
function createTaker() {
  let welcomed = false;
  return (unread: Uint8Array, answers: Answer[]): number => {
    if (unread.length === 0) return 0;
    if (!welcomed) {
      welcomed = true;
      answers.push({ kind: 'login', accepted: unread[0] === 0x01 });
      return 1;
    }
    if (unread.length < 4) return 0;
    const buffer = Buffer.from(unread.buffer, unread.byteOffset, unread.length);
    const count = buffer.readUInt32BE(0);
    if (count > 0) {
      answers.push({ kind: 'count', count });
      return 4;
    }
    if (buffer.length < 8 || buffer.length < 12 + buffer.readUInt32BE(4)) return 0;
    const bytes = buffer.readUInt32BE(4);
    if (buffer[8] === commandCodec) {
      const text = buffer.toString('latin1', 15, 15 + buffer.readUInt32BE(11));
      answers.push({ kind: 'command', text, token: new Uint8Array(0) });
    }
    return 12 + bytes;
  };
}

function createTeltonika(codec: Codec): StreamWire {
  return {
    protocol: 'teltonika',
    port: 5027,
    reportsPerPacket: 20,
    acknowledges: true,
    alarms: new Set(alarmElements.keys()),
    login: (uniqueId) => Buffer.concat([number(2, uniqueId.length), Buffer.from(uniqueId, 'latin1')]),
    reports: (_sending, reports) => {
      const count = number(1, reports.length);
      const records = reports.map((report) => record(codec, report));
      return frame(Buffer.concat([number(1, codec), count, ...records, count]));
    },
    commandResult: (_sending, text) => {
      const answer = Buffer.from(text, 'latin1');
      const head = Buffer.from([commandCodec, 1, answerKind]);
      return frame(Buffer.concat([head, number(4, answer.length), answer, number(1, 1)]));
    },
    createAnswerReader: () => createAnswerReader(createTaker()),
  };
}

export const teltonika = createTeltonika(0x08);
export const teltonikaExtended = createTeltonika(0x8e);
