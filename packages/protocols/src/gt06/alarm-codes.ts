/**
 * Alarm codes in the words of the vocabulary. Sources: Concox GT06N protocol 1.8 and X3 / JM-VL documents (alarm byte
 * of 0x16, 0x26, 0x27, 0x32, 0xA3, 0xA4), Concox terminal information byte (bits 3–5), Jimi JC100 / JC400 (0x95).
 * Codes without a word (a fence's dead zone, a SIM change, ACC on and off) stay in `event` only.
 */
export const alarmCodes: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x02, 'powerCut'],
  [0x03, 'vibration'],
  [0x04, 'geofenceEnter'],
  [0x05, 'geofenceExit'],
  [0x06, 'overspeed'],
  [0x09, 'movement'],
  [0x0c, 'powerOn'],
  [0x0e, 'lowPower'],
  [0x0f, 'lowPower'],
  [0x11, 'powerOff'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x15, 'powerOff'],
  [0x17, 'jamming'],
  [0x18, 'removing'],
  [0x19, 'lowBattery'],
  [0x1a, 'hardBraking'],
  [0x1b, 'hardCornering'],
  [0x23, 'fallDown'],
  [0x25, 'tampering'],
  [0x26, 'hardAcceleration'],
  [0x27, 'hardBraking'],
  [0x28, 'hardCornering'],
  [0x29, 'hardAcceleration'],
  [0x2a, 'hardCornering'],
  [0x2b, 'hardCornering'],
  [0x2c, 'accident'],
  [0x2e, 'hardCornering'],
  [0x30, 'hardBraking'],
  [0x32, 'removing'],
]);

/** Codes of the documents that are no alarm: blind spot entered and left, first fix, SIM, flight mode, sound, sleep, ACC. */
const otherCodes: ReadonlySet<number> = new Set([0x00, 0x0a, 0x0b, 0x0d, 0x10, 0x12, 0x16, 0x20, 0xfe, 0xff]);

export function isDocumentedCode(code: number): boolean {
  return alarmCodes.has(code) || otherCodes.has(code);
}

/** The LW line reports other things by two of the codes. */
export const assetAlarmCodes: ReadonlyMap<number, string> = new Map([
  ...alarmCodes,
  [0x18, 'accident'],
  [0x19, 'hardAcceleration'],
]);

/** Bits 3–5 of the terminal information byte in an alarm. In a heartbeat later models use them for something else. */
export const terminalAlarms: readonly (string | undefined)[] = Object.freeze([
  undefined,
  'vibration',
  'powerCut',
  'lowBattery',
  'sos',
  undefined,
  'geofence',
  'removing',
]);

/** Those that documents have of a heartbeat as well; the others are known of alarms alone. */
export const documentedTerminalAlarms = terminalAlarms.slice(0, 5);

/** Event byte of 0x95 (driving cameras). */
export const cameraAlarms: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x0e, 'lowPower'],
  [0x76, 'temperature'],
  [0x80, 'vibration'],
  [0x87, 'overspeed'],
  [0x88, 'powerCut'],
  [0x90, 'hardAcceleration'],
  [0x91, 'hardBraking'],
  [0x92, 'hardCornering'],
  [0x93, 'accident'],
]);

/** Event byte of module 0x34 in the modular report 0x70. */
export const modularAlarms: ReadonlyMap<number, string> = new Map([
  [0x10, 'door'],
  [0x12, 'removing'],
  [0x14, 'geofenceEnter'],
  [0x15, 'geofenceExit'],
  [0x16, 'temperature'],
  [0x1a, 'lowBattery'],
  [0x1b, 'overspeed'],
  [0x1c, 'powerOn'],
  [0x1d, 'powerOff'],
  [0x20, 'vibration'],
  [0x21, 'powerCut'],
  [0x23, 'tampering'],
]);

/** Status byte of the long alarm 0x33 (AZ735 asset lock). */
export const assetLockAlarms: ReadonlyMap<number, string> = new Map([
  [0xa2, 'lowBattery'],
  [0xa3, 'lowBattery'],
  [0xa4, 'general'],
  [0xa5, 'door'],
]);
