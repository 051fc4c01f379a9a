import { deviceColour, deviceColours, deviceStatusFrom } from '@atalaia/domain/devices/device-status';
import { type DeviceColumns, ignitionCodes, statusCodes } from './device-columns.ts';

const statuses = ['online', 'offline', 'unknown'] as const;

/** Colour numbers by status, siren and ignition, worked out once from the domain's rule (MAP-02). */
const colourTable = new Uint8Array(3 * 2 * 3);
for (const status of statuses) {
  for (const siren of [0, 1]) {
    for (const ignition of Object.values(ignitionCodes)) {
      const colour = deviceColour({ status, alarm: siren === 1, ignition: ignition === ignitionCodes.on });
      colourTable[slot(statusCodes[status], siren, ignition)] = deviceColours.indexOf(colour);
    }
  }
}

function slot(status: number, siren: number, ignition: number): number {
  return status * 6 + siren * 3 + ignition;
}

/** Any text as a row's status: what is neither online nor offline is unknown. */
export function statusCodeOf(text: unknown): number {
  return statusCodes[deviceStatusFrom(text)];
}

export function ignitionCodeOf(ignition: unknown): number {
  if (typeof ignition !== 'boolean') return ignitionCodes.missing;
  return ignition ? ignitionCodes.on : ignitionCodes.off;
}

/** Brings a row's colour up to date after its status, siren or ignition changed. */
export function recolour(columns: DeviceColumns, row: number): void {
  const { statuses: status, sirens, ignitions } = columns;
  columns.colours[row] = colourTable[slot(status[row] ?? 0, sirens[row] ?? 0, ignitions[row] ?? 0)] ?? 0;
}

const alarmColour = deviceColours.indexOf('alarm');

/**
 * Whether a row counts under a colour of the legend. Under that of alarms every device counts whose alarm waits for
 * somebody, also one that is grey because it fell silent: that is the vehicle to look for.
 */
export function countsAs(columns: DeviceColumns, row: number, colour: number): boolean {
  return colour === alarmColour ? columns.sirens[row] === 1 : columns.colours[row] === colour;
}

/** How many devices count under each colour, in the order of `deviceColours`. */
export function countColours(columns: DeviceColumns): number[] {
  const counts = new Array<number>(deviceColours.length).fill(0);
  let alarmed = 0;
  for (let row = 0; row < columns.rowCount; row++) {
    const colour = columns.colours[row] ?? 0;
    counts[colour] = (counts[colour] ?? 0) + 1;
    alarmed += columns.sirens[row] ?? 0;
  }
  counts[alarmColour] = alarmed;
  return counts;
}
