/**
 * Codes in the words of the vocabulary. Older envelope: AVL02 user guide 1.5, 3, and public decoders; newer: public decoders
 * of AT07 and AT09. Inputs, charging, sleep and reports by time stay in `event` only.
 */
export const olderAlarms: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x08, 'powerCut'],
  [0x09, 'powerOff'],
  [0x10, 'lowBattery'],
  [0x11, 'overspeed'],
  [0x30, 'parking'],
  [0x42, 'geofenceExit'],
  [0x43, 'geofenceEnter'],
  [0x49, 'general'],
]);

export const newerAlarms: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x02, 'overspeed'],
  [0x04, 'geofenceExit'],
  [0x05, 'geofenceEnter'],
  [0x06, 'tow'],
  [0x07, 'gpsAntennaCut'],
  [0x10, 'powerCut'],
  [0x11, 'powerRestored'],
  [0x12, 'lowPower'],
  [0x13, 'lowBattery'],
  [0x40, 'vibration'],
  [0x41, 'idle'],
  [0x42, 'hardAcceleration'],
  [0x43, 'hardBraking'],
]);
