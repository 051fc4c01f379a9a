import type { Clock } from '../clock.ts';
import { createTrafficLog, type TrafficLog } from './traffic-log.ts';

/** Strangers have a log of their own, so that a flood of made-up ids drives out no device's. */
export interface Traffic {
  readonly devices: TrafficLog;
  readonly strangers: TrafficLog;
}

const megabyte = 1024 * 1024;
const retentionMs = 15 * 60_000;

export function createTraffic(clock: Clock): Traffic {
  const limits = { retentionMs, keyBytes: 16 * 1024, watchedKeyBytes: 128 * 1024 };
  return {
    devices: createTrafficLog({ ...limits, totalBytes: 96 * megabyte }, clock),
    strangers: createTrafficLog({ ...limits, totalBytes: 2 * megabyte }, clock),
  };
}
