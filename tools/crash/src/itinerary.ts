/**
 * What a tracker of the crash test tells, as a pure function of the position's index: so what must be stored, and which
 * events must follow, is known without remembering anything.
 */
import type { ReportInput } from '@atalaia/simulator/wire/report';

export type CrashProtocol = 'gt06' | 'teltonika';

/** Positions lie a second apart. */
export const stepMs = 1000;

/** Ignition changes at every fourth position. */
const ignitionTurn = 4;
/** One position of ten bears an alarm, the ones around it do not. */
const alarmTurn = 10;
const alarmPlace = 7;

/** teltonika has no word for a panic button of its own; its cable is cut instead. */
const alarmOf = { gt06: 'sos', teltonika: 'powerCut' } as const;

export const ignitionAt = (index: number): boolean => Math.floor(index / ignitionTurn) % 2 === 0;
const hasAlarmAt = (index: number): boolean => index % alarmTurn === alarmPlace;

export function reportAt(
  protocol: CrashProtocol,
  firstFixMs: number,
  vehicle: number,
  index: number,
): ReportInput {
  const metres = index * 8;
  return {
    fixTimeMs: firstFixMs + index * stepMs,
    latitude: -15 + vehicle * 0.01 + metres / 111_320,
    longitude: -48,
    speedKph: 29,
    ignition: ignitionAt(index),
    odometerMetres: metres,
    ...(hasAlarmAt(index) ? { alarm: alarmOf[protocol] } : {}),
  };
}

/** `type@fix time` of every event that the first `count` positions give. */
export function eventsOf(protocol: CrashProtocol, firstFixMs: number, count: number): ReadonlySet<string> {
  const events = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const at = firstFixMs + index * stepMs;
    // what it was before the first position nobody knows
    if (index > 0 && ignitionAt(index) !== ignitionAt(index - 1)) {
      events.add(`${ignitionAt(index) ? 'ignitionOn' : 'ignitionOff'}@${at}`);
    }
    if (hasAlarmAt(index)) events.add(`alarm:${alarmOf[protocol]}@${at}`);
  }
  return events;
}
