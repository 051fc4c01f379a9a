/**
 * When a tracker reports: at even spaces while it moves, seldom while it stands, and at once when the engine goes on or off
 * or the course bends. Between reports of a parked vehicle it says that it lives.
 */
import type { Uplink } from './tracker/uplink.ts';
import type { Vehicle } from './vehicle/vehicle.ts';
import type { Alarm } from './wire/report.ts';

const movingSeconds = 8;
const standingSeconds = 30;
const parkedSeconds = 120;
const heartbeatSeconds = 60;
const bendDegrees = 30;
/** Bends are reported at most this often. */
const leastSeconds = 3;

export interface ReporterParts {
  readonly vehicle: Vehicle;
  readonly uplink: Uplink;
  /** Times as many reports as usual. */
  readonly rate: number;
  /** When the first report is due, from the start. */
  readonly firstSeconds: number;
}

export interface Reporter {
  tick(seconds: number, nowMs: number): void;
  reportNow(nowMs: number, alarm?: Alarm): void;
}

function turnBetween(first: number, second: number): number {
  return Math.abs(((second - first + 540) % 360) - 180);
}

export function createReporter(parts: ReporterParts): Reporter {
  const { vehicle, uplink, rate } = parts;
  let sinceReport = 0;
  let sinceHeartbeat = 0;
  let wait = parts.firstSeconds;
  let lastCourse = 0;
  let lastIgnition = true;
  let lastReportMs = 0;

  function spacing(): number {
    if (!vehicle.ignition) return parkedSeconds / rate;
    return (vehicle.speedMps > 0.5 ? movingSeconds : standingSeconds) / rate;
  }

  function reportNow(nowMs: number, alarm?: Alarm): void {
    // Fixes come at whole seconds, and no two reports of one tracker have the same.
    const fixTimeMs = Math.max(Math.floor(nowMs / 1000) * 1000, lastReportMs + 1000);
    const report = vehicle.report(fixTimeMs);
    lastReportMs = fixTimeMs;
    lastCourse = report.courseDegrees;
    lastIgnition = report.ignition;
    sinceReport = 0;
    sinceHeartbeat = 0;
    wait = spacing();
    uplink.offer(alarm === undefined ? report : { ...report, alarm });
  }

  function isDue(): boolean {
    if (lastReportMs === 0) return sinceReport >= wait;
    if (vehicle.ignition !== lastIgnition) return true;
    if (sinceReport >= Math.min(wait, spacing())) return true;
    if (vehicle.speedMps < 2 || sinceReport < leastSeconds / rate) return false;
    return turnBetween(lastCourse, vehicle.courseDegrees) > bendDegrees;
  }

  return {
    reportNow,
    tick: (seconds, nowMs) => {
      sinceReport += seconds;
      sinceHeartbeat += seconds;
      if (isDue()) reportNow(nowMs);
      else if (sinceHeartbeat >= heartbeatSeconds && lastReportMs > 0) {
        sinceHeartbeat = 0;
        uplink.heartbeat(vehicle.report(nowMs));
      }
    },
  };
}
