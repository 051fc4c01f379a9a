/** What a tracker knows at one instant, before any protocol puts it into bytes. */

/** Alarms that the simulated trackers raise, in the words of the vocabulary. */
export const alarms = Object.freeze(['sos', 'powerCut', 'powerRestored', 'lowBattery', 'jamming'] as const);

export type Alarm = (typeof alarms)[number];

export interface Report {
  /** ms since 1970, UTC. */
  readonly fixTimeMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeMetres: number;
  readonly speedKph: number;
  /** Clockwise from north, 0 ≤ course < 360. */
  readonly courseDegrees: number;
  readonly satellites: number;
  readonly hdop: number;
  readonly ignition: boolean;
  /** The engine is cut by command. */
  readonly blocked: boolean;
  /** Of the vehicle; 0 when it is cut. */
  readonly powerVolts: number;
  /** Of the tracker. */
  readonly batteryVolts: number;
  readonly batteryPercent: number;
  /** Of the mobile network, 0 to 100. */
  readonly signalPercent: number;
  readonly odometerMetres: number;
  readonly engineHoursMs: number;
  readonly fuelPercent: number;
  /** What the reader beside the wheel was touched with. */
  readonly driverKey?: number;
  readonly alarm?: Alarm;
  /** Kept in memory while there was no link. */
  readonly stored: boolean;
}

/** The least that a report is made of; the rest is a healthy vehicle that stands with its engine on. */
export type ReportInput = Pick<Report, 'fixTimeMs' | 'latitude' | 'longitude'> & Partial<Report>;

export function completeReport(input: ReportInput): Report {
  return {
    altitudeMetres: 0,
    speedKph: 0,
    courseDegrees: 0,
    satellites: 10,
    hdop: 0.9,
    ignition: true,
    blocked: false,
    powerVolts: 13.8,
    batteryVolts: 4.1,
    batteryPercent: 100,
    signalPercent: 80,
    odometerMetres: 0,
    engineHoursMs: 0,
    fuelPercent: 50,
    stored: false,
    ...input,
  };
}
