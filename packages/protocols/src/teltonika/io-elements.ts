import {
  type AlarmElement,
  driverCardHead,
  driverCardTail,
  gnssSpeed,
  type IoElement,
  iccidParts,
  type PlainElement,
} from './io-element.ts';

/** The same of several sensors, whose ids follow each other. */
function numbered(firstId: number, count: number, element: Omit<IoElement, 'id'>): IoElement[] {
  return Array.from({ length: count }, (_, index) => ({
    ...element,
    id: firstId + index,
    key: `${element.key}${index + 1}`,
  }));
}

/** Ids that keep their number. */
function plain(width: PlainElement['width'], ids: readonly number[]): PlainElement[] {
  return ids.map((id) => ({ id, width }));
}

/**
 * AVL ids of the FMB, FMC and FMM families with their scales, and those of FMB6 where the width distinguishes them.
 * Source: Teltonika Telematics Wiki, "FMB120 Teltonika Data Sending Parameters ID", "FMB640 …", "FMC130 …".
 */
export const ioElements: readonly IoElement[] = Object.freeze([
  // Inputs and outputs
  { id: 1, key: 'in1', kind: 'flag' },
  { id: 2, key: 'in2', kind: 'flag' },
  { id: 3, key: 'in3', kind: 'flag' },
  { id: 4, key: 'in4', kind: 'flag' },
  { id: 6, key: 'adc2', kind: 'unsigned', divisor: 1000, width: 2 },
  { id: 9, key: 'adc1', kind: 'unsigned', divisor: 1000, width: 2 },
  { id: 10, key: 'adc2', kind: 'unsigned', divisor: 1000, width: 2 },
  { id: 11, key: 'adc3', kind: 'unsigned', divisor: 1000, width: 2 },
  { id: 179, key: 'out1', kind: 'flag' },
  { id: 180, key: 'out2', kind: 'flag' },
  { id: 380, key: 'out3', kind: 'flag' },
  { id: 245, key: 'adc4', kind: 'unsigned', divisor: 1000, width: 2 },

  // The tracker itself
  { id: 11, key: 'iccid', kind: 'text', width: 8 },
  { id: 14, key: 'iccid2', kind: 'text', width: 8 },
  { id: 219, key: iccidParts[0], kind: 'characters', width: 8 },
  { id: 220, key: iccidParts[1], kind: 'characters', width: 8 },
  { id: 221, key: iccidParts[2], kind: 'characters', width: 4 },
  { id: 221, key: iccidParts[2], kind: 'characters', width: 8 },
  { id: 21, key: 'rssi', kind: 'unsigned' },
  { id: 66, key: 'power', kind: 'unsigned', divisor: 1000 },
  { id: 67, key: 'battery', kind: 'unsigned', divisor: 1000 },
  { id: 68, key: 'batteryCurrent', kind: 'unsigned', divisor: 1000 },
  { id: 69, key: 'gnssStatus', kind: 'unsigned' },
  { id: 80, key: 'dataMode', kind: 'unsigned', width: 1 },
  { id: 113, key: 'batteryLevel', kind: 'unsigned', width: 1 },
  { id: 116, key: 'charge', kind: 'flag', width: 1 },
  { id: 181, key: 'pdop', kind: 'unsigned', divisor: 10 },
  { id: 182, key: 'hdop', kind: 'unsigned', divisor: 10 },
  { id: 200, key: 'sleepMode', kind: 'unsigned' },
  { id: 237, key: 'networkType', kind: 'unsigned', width: 1 },
  { id: 241, key: 'operator', kind: 'text', width: 4 },

  // Movement
  { id: 16, key: 'odometer', kind: 'unsigned', width: 4 },
  { id: 17, key: 'axisX', kind: 'signed' },
  { id: 18, key: 'axisY', kind: 'signed' },
  { id: 19, key: 'axisZ', kind: 'signed' },
  { id: 24, key: gnssSpeed, kind: 'knots', width: 2 },
  { id: 199, key: 'tripOdometer', kind: 'unsigned', width: 4 },
  { id: 239, key: 'ignition', kind: 'flag' },
  { id: 240, key: 'motion', kind: 'flag' },
  { id: 449, key: 'hours', kind: 'unsigned', factor: 1000, width: 4 },

  // FMB6, FM6: what other families report by other ids
  { id: 71, key: 'gnssStatus', kind: 'unsigned', width: 1 },
  { id: 87, key: 'fuelLevel', kind: 'unsigned', width: 1 },
  { id: 88, key: 'rpm', kind: 'unsigned', width: 2 },
  { id: 216, key: 'odometer', kind: 'unsigned', width: 4 },

  // Drivers
  { id: 78, key: 'driverUniqueId', kind: 'driver', width: 8 },
  { id: 195, key: driverCardHead, kind: 'characters', width: 8 },
  { id: 196, key: driverCardTail, kind: 'characters', width: 8 },

  // Temperature: wired probes, Bluetooth sensors and their humidity
  { id: 72, key: 'temp1', kind: 'temperature', width: 4 },
  { id: 73, key: 'temp2', kind: 'temperature', width: 4 },
  { id: 74, key: 'temp3', kind: 'temperature', width: 4 },
  { id: 75, key: 'temp4', kind: 'temperature', width: 4 },
  { id: 72, key: 'temp1', kind: 'temperature', width: 2 },
  { id: 73, key: 'temp2', kind: 'temperature', width: 2 },
  { id: 74, key: 'temp3', kind: 'temperature', width: 2 },
  { id: 75, key: 'temp4', kind: 'temperature', width: 2 },
  { id: 25, key: 'bleTemp1', kind: 'signed', divisor: 100, width: 2 },
  { id: 26, key: 'bleTemp2', kind: 'signed', divisor: 100, width: 2 },
  { id: 27, key: 'bleTemp3', kind: 'signed', divisor: 100, width: 2 },
  { id: 28, key: 'bleTemp4', kind: 'signed', divisor: 100, width: 2 },
  { id: 701, key: 'bleTemp1', kind: 'signed', divisor: 100, width: 2 },
  { id: 702, key: 'bleTemp2', kind: 'signed', divisor: 100, width: 2 },
  { id: 703, key: 'bleTemp3', kind: 'signed', divisor: 100, width: 2 },
  { id: 704, key: 'bleTemp4', kind: 'signed', divisor: 100, width: 2 },
  { id: 86, key: 'bleHumidity1', kind: 'unsigned', divisor: 10, width: 2 },
  { id: 104, key: 'bleHumidity2', kind: 'unsigned', divisor: 10, width: 2 },
  { id: 106, key: 'bleHumidity3', kind: 'unsigned', divisor: 10, width: 2 },
  { id: 108, key: 'bleHumidity4', kind: 'unsigned', divisor: 10, width: 2 },
  ...numbered(10644, 6, { key: 'tempProbe', kind: 'signed', divisor: 100, width: 2 }),
  ...numbered(10800, 4, { key: 'eyeTemp', kind: 'signed', divisor: 100, width: 2 }),
  ...numbered(10804, 4, { key: 'eyeHumidity', kind: 'unsigned', width: 1 }),
  ...numbered(10808, 4, { key: 'eyeMagnet', kind: 'flag', width: 1 }),
  ...numbered(10812, 4, { key: 'eyeMotion', kind: 'flag', width: 1 }),
  ...numbered(10816, 4, { key: 'eyePitch', kind: 'signed', width: 1 }),
  ...numbered(10820, 4, { key: 'eyeLowBattery', kind: 'flag', width: 1 }),
  ...numbered(10824, 4, { key: 'eyeBattery', kind: 'unsigned', divisor: 1000, width: 2 }),
  ...numbered(10832, 4, { key: 'eyeRoll', kind: 'signed', width: 2 }),

  // Fuel and engine: GPS estimate, CAN adapters, OBD
  { id: 12, key: 'fuelUsed', kind: 'unsigned', divisor: 1000, width: 4 },
  { id: 13, key: 'fuelConsumption', kind: 'unsigned', divisor: 100, width: 2 },
  { id: 30, key: 'faultCount', kind: 'unsigned', width: 1 },
  { id: 31, key: 'engineLoad', kind: 'unsigned', width: 1 },
  { id: 32, key: 'coolantTemp', kind: 'signed', width: 1 },
  { id: 36, key: 'rpm', kind: 'unsigned', width: 2 },
  { id: 37, key: 'obdSpeed', kind: 'unsigned', width: 1 },
  { id: 41, key: 'throttle', kind: 'unsigned', width: 1 },
  { id: 42, key: 'runtime', kind: 'unsigned', factor: 1000, width: 2 },
  { id: 43, key: 'milDistance', kind: 'unsigned', width: 2 },
  { id: 48, key: 'fuelLevel', kind: 'unsigned', width: 1 },
  { id: 57, key: 'hybridBatteryLevel', kind: 'unsigned', width: 1 },
  { id: 81, key: 'obdSpeed', kind: 'unsigned', width: 1 },
  { id: 82, key: 'throttle', kind: 'unsigned', width: 1 },
  { id: 83, key: 'fuelUsed', kind: 'unsigned', divisor: 10, width: 4 },
  { id: 84, key: 'fuel', kind: 'unsigned', divisor: 10, width: 2 },
  { id: 85, key: 'rpm', kind: 'unsigned', width: 2 },
  { id: 87, key: 'obdOdometer', kind: 'unsigned', width: 4 },
  { id: 89, key: 'fuelLevel', kind: 'unsigned', width: 1 },
  { id: 102, key: 'hours', kind: 'unsigned', factor: 60_000, width: 4 },
  { id: 105, key: 'obdOdometer', kind: 'unsigned', width: 4 },
  { id: 107, key: 'fuelUsed', kind: 'unsigned', divisor: 10, width: 4 },
  { id: 110, key: 'fuelConsumption', kind: 'unsigned', divisor: 10, width: 2 },
  { id: 115, key: 'engineTemp', kind: 'signed', divisor: 10, width: 2 },
  { id: 389, key: 'obdOdometer', kind: 'unsigned', factor: 1000, width: 4 },
  { id: 390, key: 'fuel', kind: 'unsigned', divisor: 10, width: 4 },
  { id: 118, key: 'axleWeight1', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 119, key: 'axleWeight2', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 120, key: 'axleWeight3', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 121, key: 'axleWeight4', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 122, key: 'axleWeight5', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 662, key: 'door', kind: 'flag', width: 1 },
] satisfies readonly IoElement[]);

/** Zones 6 to 31, by the ids that later firmware gave them; other families use these ids for other things. */
const laterZones: readonly number[] = [
  61, 62, 63, 64, 65, 70, 88, 91, 92, 93, 94, 95, 96, 97, 98, 99, 153, 154, 190, 191, 192, 193, 194, 196, 197,
  198,
];

/**
 * What FMB6 and FM6 have by ids that are other things elsewhere, or nothing: CAN adapters, FMS, axes, the tachograph. An id
 * without a key keeps its number; a share that a byte could not hold in tenths is whole.
 * Source: Teltonika Telematics Wiki, "FM6300 Teltonika Data Sending Parameters ID" (which is FMB630's), "FMX640 AVL ID".
 */
export const fmb6Elements: readonly (IoElement | PlainElement)[] = Object.freeze([
  // Inputs, outputs, probes, the tracker itself
  { id: 6, key: 'temp5', kind: 'temperature', width: 2 },
  { id: 8, key: 'temp6', kind: 'temperature', width: 2 },
  { id: 22, key: 'dataMode', kind: 'unsigned', width: 1 },
  { id: 50, key: 'out3', kind: 'flag', width: 1 },
  { id: 51, key: 'out4', kind: 'flag', width: 1 },
  { id: 70, key: 'deviceTemp', kind: 'signed', divisor: 10, width: 2 },
  { id: 236, key: 'axisX', kind: 'signed', width: 2 },
  { id: 237, key: 'axisY', kind: 'signed', width: 2 },
  { id: 238, key: 'axisZ', kind: 'signed', width: 2 },

  // CAN adapters
  { id: 14, key: 'hours', kind: 'unsigned', factor: 60_000, width: 4, most: 16_777_215 },
  { id: 16, key: 'obdOdometer', kind: 'unsigned', width: 4 },
  { id: 17, key: 'fuelUsed', kind: 'unsigned', divisor: 10, width: 4, most: 2_147_483_647 },
  { id: 18, key: 'fuelConsumption', kind: 'unsigned', divisor: 10, width: 2, most: 32_768 },
  { id: 19, key: 'adBlueLevel', kind: 'unsigned', width: 1, most: 100 },
  { id: 23, key: 'engineLoad', kind: 'unsigned', width: 1, most: 130 },
  { id: 25, key: 'engineTemp', kind: 'signed', divisor: 10, width: 2 },
  { id: 26, key: 'axleWeight1', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 27, key: 'axleWeight2', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 28, key: 'axleWeight3', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 29, key: 'axleWeight4', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 30, key: 'obdSpeed', kind: 'unsigned', width: 1 },
  { id: 31, key: 'throttle', kind: 'unsigned', width: 1, most: 100 },
  { id: 32, key: 'axleWeight5', kind: 'unsigned', width: 2, most: 32_768 },
  { id: 33, key: 'fuelUsed', kind: 'unsigned', divisor: 10, width: 4, most: 2_147_483_647 },
  { id: 34, key: 'fuel', kind: 'unsigned', divisor: 10, width: 2, most: 65_534 },
  { id: 35, key: 'rpm', kind: 'unsigned', width: 2, most: 16_384 },
  { id: 36, key: 'obdOdometer', kind: 'unsigned', width: 4 },
  { id: 37, key: 'fuelLevel', kind: 'unsigned', width: 1, most: 100 },
  // the bits of the doors that are open
  { id: 143, key: 'door', kind: 'flag', width: 2, most: 16_128 },

  // FMS
  { id: 80, key: 'obdSpeed', kind: 'unsigned', width: 4, most: 255 },
  { id: 84, key: 'throttle', kind: 'unsigned', width: 4, most: 100 },
  { id: 85, key: 'engineLoad', kind: 'unsigned', width: 1, most: 125 },
  { id: 86, key: 'fuelUsed', kind: 'unsigned', width: 4, most: 2_105_540_607 },
  { id: 87, key: 'fuelLevel', kind: 'unsigned', width: 4, most: 100 },
  { id: 88, key: 'rpm', kind: 'unsigned', width: 4, most: 8032 },
  ...numbered(89, 15, { key: 'axleWeight', kind: 'unsigned', width: 4, most: 32_766 }),
  { id: 104, key: 'hours', kind: 'unsigned', factor: 3_600_000, width: 4, most: 214_748_364 },
  { id: 127, key: 'coolantTemp', kind: 'signed', width: 1 },
  { id: 135, key: 'fuelConsumption', kind: 'unsigned', width: 4, most: 3212 },

  { id: 113, key: 'io113', kind: 'signed', width: 4 },
  { id: 128, key: 'io128', kind: 'signed', width: 2 },

  // A program, a tachograph's source and times, cruise control, clutch, a driver's state, a camera's speed, CAN set by hand; a
  // key at the immobilizer, a driver known to it; what is no zone there
  ...plain(1, [48, 81, 82, 116, 251, 252, 318, 380, ...laterZones]),
  ...plain(2, [69]),
  ...plain(4, [12, 389]),
]);

/** Units set to send it in every record say 0 for outside, time and again: it is an event only where the record is its own. */
const zone: AlarmElement['alarms'] = Object.freeze({ 0: 'geofenceExit', 1: 'geofenceEnter', 3: 'overspeed' });

/** Scenarios and eventual elements that are alarms, by the same lists. */
export const alarmElements: readonly AlarmElement[] = Object.freeze([
  { id: 155, alarms: zone, eventOnly: true },
  { id: 156, alarms: zone, eventOnly: true },
  { id: 157, alarms: zone, eventOnly: true },
  { id: 158, alarms: zone, eventOnly: true },
  { id: 159, alarms: zone, eventOnly: true },
  ...laterZones.map((id) => ({ id, alarms: zone, eventOnly: true })),
  { id: 175, alarms: { 0: 'geofenceExit', 1: 'geofenceEnter' }, eventOnly: true },
  { id: 236, alarms: { any: 'general' }, oneByte: true },
  // in two bytes other families have how long a hard manoeuvre took
  { id: 243, alarms: { any: 'idle' }, eventOnly: true },
  { id: 246, alarms: { any: 'tow' } },
  { id: 247, alarms: { any: 'accident' } },
  { id: 249, alarms: { any: 'jamming' } },
  { id: 251, alarms: { any: 'idle' } },
  { id: 252, alarms: { any: 'powerCut' } },
  { id: 253, alarms: { 1: 'hardAcceleration', 2: 'hardBraking', 3: 'hardCornering' } },
  { id: 255, alarms: { any: 'overspeed' } },
  { id: 318, alarms: { any: 'jamming' } },
  // a motorcycle that fell
  { id: 1412, alarms: { any: 'fallDown' } },
] satisfies readonly AlarmElement[]);

/** Zones by the ids that FMB6 and FM6 have for them: six to twenty, and those of later firmware. */
const zonesOfFmb6: readonly number[] = [
  ...Array.from({ length: 15 }, (_, index) => 160 + index),
  ...Array.from({ length: 30 }, (_, index) => 327 + index),
];

/**
 * Those of FMB6 and FM6 that other families do not have, or for something else: speed within a zone, a tachograph's limit.
 */
export const fmb6Alarms: readonly AlarmElement[] = Object.freeze([
  ...zonesOfFmb6.map((id) => ({ id, alarms: zone, eventOnly: true })),
  ...[186, 248].map((id) => ({ id, alarms: { any: 'overspeed' }, eventOnly: true })),
]);
