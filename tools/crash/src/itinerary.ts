/**
 * What a tracker of the crash test sends, as a pure function of the position's index: so what must be stored, and which
 * events must follow, is known without remembering anything.
 */
import type { ReportInput } from '@atalaia/simulator/wire/report';

export type CrashProtocol = 'gt06' | 'teltonika';

/** Half of the vehicles speak the one, half the other. */
export const protocolOf = (vehicle: number): CrashProtocol => (vehicle % 2 === 0 ? 'gt06' : 'teltonika');
export const uniqueIdOf = (vehicle: number): string => `360000000${String(vehicle).padStart(6, '0')}`;

const dayMs = 86_400_000;

/** A week ago, at midnight. */
export const firstFixMsOf = (nowMs: number): number => Math.floor(nowMs / dayMs) * dayMs - 7 * dayMs;

/** Positions lie a second apart. */
export const stepMs = 1000;

/** Ignition changes at every fourth position. */
const ignitionTurn = 4;
/** One position of ten has an alarm, the ones around it do not. */
const alarmTurn = 10;
const alarmPlace = 7;

/** teltonika has no word for a panic button of its own; its cable is cut instead. */
const alarmOf = { gt06: 'sos', teltonika: 'powerCut' } as const;

export const ignitionAt = (index: number): boolean => Math.floor(index / ignitionTurn) % 2 === 0;
const hasAlarmAt = (index: number): boolean => index % alarmTurn === alarmPlace;

const stepMetres = 8;
/** The server's sphere against the kilometres of the way. */
const metresADegree = { way: 111_320, sphere: (Math.PI / 180) * 6_371_008.8 };

/** What the odometer and the engine's clock count over the first `count` positions. */
export function countsOf(count: number): { readonly metres: number; readonly engineMs: number } {
  let engineMs = 0;
  for (let index = 0; index < count - 1; index += 1) if (ignitionAt(index)) engineMs += stepMs;
  const steps = Math.max(count - 1, 0);
  return { metres: (steps * stepMetres * metresADegree.sphere) / metresADegree.way, engineMs };
}

export function reportAt(
  protocol: CrashProtocol,
  firstFixMs: number,
  vehicle: number,
  index: number,
): ReportInput {
  const metres = index * stepMetres;
  return {
    fixTimeMs: firstFixMs + index * stepMs,
    latitude: -15 + vehicle * 0.01 + metres / metresADegree.way,
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
