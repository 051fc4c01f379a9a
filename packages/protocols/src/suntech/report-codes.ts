/**
 * Alert and emergency numbers in the words of the vocabulary. Sources: Suntech operation manuals ST300/ST340 (rev. 1.56),
 * ST310U (rev. 1.12), ST600, and the Universal Reporting Guide; nearly all numbers are shared by all series.
 * Numbers without a word (ignition on and off, sleep, calibration, end of a condition) stay in `event` only.
 */
export const alertAlarms: ReadonlyMap<number, string> = new Map([
  [1, 'overspeed'],
  [3, 'gpsAntennaCut'],
  [5, 'geofenceExit'],
  [6, 'geofenceEnter'],
  [8, 'gpsAntennaCut'],
  [13, 'fault'],
  [14, 'lowBattery'],
  [15, 'vibration'],
  [16, 'accident'],
  [17, 'movement'],
  [22, 'overspeed'],
  [23, 'overspeed'],
  [24, 'temperature'],
  [25, 'fault'],
  [26, 'highRpm'],
  [27, 'hardBraking'],
  [28, 'fault'],
  [40, 'powerRestored'],
  [41, 'powerCut'],
  [42, 'sos'],
  [45, 'tampering'],
  [46, 'hardAcceleration'],
  [47, 'hardBraking'],
  [48, 'hardCornering'],
  [49, 'overspeed'],
  [50, 'jamming'],
  [61, 'idle'],
  [62, 'parking'],
  [64, 'highRpm'],
  [68, 'idle'],
  [73, 'fuelLeak'],
  [75, 'temperature'],
  [76, 'temperature'],
  [132, 'door'],
]);

/**
 * Numbers that are something else in the universal series: theft, which has no word of its own. Source: the glossary of
 * alerts of a public bridge for the ST4300 line.
 */
export const universalAlarms: ReadonlyMap<number, string> = new Map([[73, 'general']]);

/** Fence left and fence entered: the number of the fence may follow the number of the alert. */
export const fenceAlerts: ReadonlySet<number> = new Set([5, 6]);

/** A driver's button was laid on: its number comes as the alert's data. */
export const driverAlert = 59;

export const emergencyAlarms: ReadonlyMap<number, string> = new Map([
  [1, 'sos'],
  [2, 'parking'],
  [3, 'powerCut'],
  [5, 'door'],
  [6, 'door'],
  [7, 'movement'],
  [8, 'vibration'],
]);
