/** The elements of a record, by their AVL ids (Teltonika wiki, "FMB AVL ID"). */
import type { Alarm, Report } from './report.ts';

export interface Element {
  readonly id: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly value: number;
  /** Why the record was made. */
  readonly isEvent?: boolean;
}

/** Unplug: 1 the power was cut, 0 it is back. A panic button is wired to an input, and a low battery is only its level. */
export const alarmElements: ReadonlyMap<Alarm, Element> = new Map([
  ['powerCut', { id: 252, bytes: 1, value: 1, isEvent: true }],
  ['powerRestored', { id: 252, bytes: 1, value: 0, isEvent: true }],
  ['jamming', { id: 249, bytes: 1, value: 1, isEvent: true }],
]);

export function elementsOf(report: Report): readonly Element[] {
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
