/** What heartbeats say that could be taken for an alarm or a block: every byte of it. */
import { expect, test } from 'vitest';
import type { DecodeContext, TrackerMessage } from '../protocol.ts';
import { gt06 } from './gt06.ts';
import { sealPacket } from './packet.ts';

const context: DecodeContext = { receivedMs: Date.UTC(2024, 9, 5, 15), transport: 'tcp' };
const everyByte = Array.from({ length: 256 }, (_, byte) => byte);

function attributesOf(type: number, ...content: number[]): Readonly<Record<string, unknown>> {
  const packet = sealPacket(type, 1, Uint8Array.from(content));
  const { messages } = gt06.decode(packet, { uniqueId: '868120145233604' }, context);
  const [message] = messages as [TrackerMessage];
  if (message.kind === 'position') return message.position.attributes;
  return message.kind === 'heartbeat' ? message.attributes : {};
}

test('[ING-03] of two bytes behind the signal of 0x13 three codes beside a language are an alarm, and no supply', () => {
  const alarms = [0, 3, 6, 100].flatMap((battery) =>
    everyByte.flatMap((code) =>
      everyByte.flatMap((language) => {
        const { alarm } = attributesOf(0x13, 0x46, battery, 4, code, language);
        return alarm === undefined ? [] : [[battery, code, language, alarm]];
      }),
    ),
  );
  const urgent = [
    [1, 'sos'],
    [2, 'powerCut'],
    [3, 'vibration'],
  ] as const;
  expect(alarms).toEqual(
    [0, 3, 6].flatMap((battery) =>
      urgent.flatMap(([code, alarm]) => [1, 2].map((language) => [battery, code, language, alarm])),
    ),
  );
});

test('[ING-03] 0x13 tells the supply of the LW line, and never that of a code and a language', () => {
  expect(attributesOf(0x13, 0x46, 5, 4, 0x00, 0x80).power).toBe(12.8);
  expect(attributesOf(0x13, 0x46, 5, 4, 0x00, 0xf4).power).toBe(24.4);
  expect(attributesOf(0x13, 0x46, 5, 4, 0x01, 0x0a).power).toBe(26.6);
  for (const code of [1, 2, 3, 4, 5, 6, 9]) {
    for (const language of [0, 1, 2])
      expect(attributesOf(0x13, 0x46, 5, 4, code, language).power).toBeUndefined();
  }
});

test('[ING-03] bits 3 to 5 of 0x13 are an alarm by the scales of the documents alone, and only those that they name', () => {
  const alarmsAt = (battery: number, signal: number) => [
    ...new Set(everyByte.map((information) => attributesOf(0x13, information, battery, signal, 0, 2).alarm)),
  ];
  expect(alarmsAt(6, 4)).toEqual([undefined, 'vibration', 'powerCut', 'lowBattery', 'sos']);
  expect(alarmsAt(85, 4)).toEqual([undefined]);
  expect(alarmsAt(6, 28)).toEqual([undefined]);
});

test('[ING-03] a heartbeat with voltage (0x23) and one with modules (0x36) make no alarm, the first no block either', () => {
  const withVoltage = everyByte.map((information) => attributesOf(0x23, information, 0x01, 0x76, 4, 0, 2));
  expect(withVoltage.filter(({ alarm, blocked }) => alarm !== undefined || blocked !== undefined)).toEqual(
    [],
  );
  expect(withVoltage.every(({ battery }) => battery === 3.74)).toBe(true);
  const withModules = everyByte.map((byte) => attributesOf(0x36, byte, 6, 4, byte, 2, 0, 0x18, 2, 1, 0x9a));
  expect(withModules.filter(({ alarm }) => alarm !== undefined)).toEqual([]);
  expect(withModules.every(({ battery }) => battery === 4.1)).toBe(true);
});

test('[ING-03] of 0xA3 with seven bytes battery and signal alone are read', () => {
  const keys = new Set(
    everyByte.flatMap((byte) => Object.keys(attributesOf(0xa3, byte, 85, 28, byte, byte, 1, 1))),
  );
  expect([...keys]).toEqual(['rssi', 'batteryLevel']);
});
