import { deviceColour, deviceColours } from '@atalaia/domain/device-colour';
import { deviceStatusFrom } from '@atalaia/domain/device-status';
import { type DeviceColumns, ignitionCodes, statusCodes } from './device-columns.ts';

const statuses = ['online', 'offline', 'unknown'] as const;

/** Colour numbers by status, alarm and ignition, worked out once from the domain's rule (MAP-02). */
const colourTable = new Uint8Array(3 * 2 * 3);
for (const status of statuses) {
  for (const alarm of [0, 1]) {
    for (const ignition of Object.values(ignitionCodes)) {
      const colour = deviceColour({ status, alarm: alarm === 1, ignition: ignition === ignitionCodes.on });
      colourTable[slot(statusCodes[status], alarm, ignition)] = deviceColours.indexOf(colour);
    }
  }
}

function slot(status: number, alarm: number, ignition: number): number {
  return status * 6 + alarm * 3 + ignition;
}

/** Any text as a row's status: what is neither online nor offline is unknown. */
export function statusCodeOf(text: unknown): number {
  return statusCodes[deviceStatusFrom(text)];
}

export function ignitionCodeOf(ignition: unknown): number {
  if (typeof ignition !== 'boolean') return ignitionCodes.missing;
  return ignition ? ignitionCodes.on : ignitionCodes.off;
}

/** Brings a row's colour up to date after its status, alarm or ignition changed. */
export function recolour(columns: DeviceColumns, row: number): void {
  const { statuses: status, alarms, ignitions } = columns;
  columns.colours[row] = colourTable[slot(status[row] ?? 0, alarms[row] ?? 0, ignitions[row] ?? 0)] ?? 0;
}

/** How many devices each colour has, in the order of `deviceColours`. */
export function countColours(columns: DeviceColumns): number[] {
  const counts = new Array<number>(deviceColours.length).fill(0);
  for (let row = 0; row < columns.rowCount; row++) {
    const colour = columns.colours[row] ?? 0;
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  return counts;
}
