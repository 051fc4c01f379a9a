import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import type { DeviceMemory, RaisedAlarm } from './device-memory.ts';

/**
 * An alarm that stays is raised again after this, ms: trackers repeat an SOS in every report until somebody answers it,
 * and some hold a low battery for days.
 */
export const alarmRepeatMs = 3_600_000;

/** Events remembered a device; more than the keys a tracker raises within the repeat time. */
const rememberedEvents = 16;

/** No sane message raises more; a decoder that reads garbage as alarms must not flood the operators. */
const mostAlarms = 8;

export interface AlarmFindings {
  /** Keys that become events. */
  readonly alarms: readonly string[];
  readonly memory: Pick<DeviceMemory, 'alarms' | 'raised'>;
}

/**
 * Which alarms of a position raise an event (ING-07). In order of fix time, an alarm is one event from the position that
 * first has it until a position comes without it, and again every hour while it stays. In a late position it is one
 * only when none of its kind was raised within an hour before or after: the buffered SOS of a dead zone is raised, and
 * nothing is raised twice. A late position changes nothing of what counts as present.
 */
export function alarmFindings(
  attribute: unknown,
  fixTimeMs: number,
  late: boolean,
  memory: DeviceMemory,
): AlarmFindings {
  if (attribute === undefined && (late || memory.alarms.length === 0)) return { alarms: none, memory };
  const present = alarmsOf(attribute).slice(0, mostAlarms);
  const alarms = present.filter((alarm) => {
    const raisedNearby = memory.raised.some(
      ([raised, timeMs]) => raised === alarm && Math.abs(fixTimeMs - timeMs) < alarmRepeatMs,
    );
    return late || memory.alarms.includes(alarm) ? !raisedNearby : true;
  });
  const raised = alarms.length === 0 ? memory.raised : remembered(memory.raised, alarms, fixTimeMs);
  return { alarms, memory: { alarms: late ? memory.alarms : present, raised } };
}

const none: readonly string[] = Object.freeze([]);

function remembered(raised: readonly RaisedAlarm[], alarms: readonly string[], timeMs: number) {
  return [...raised, ...alarms.map((alarm): RaisedAlarm => [alarm, timeMs])].slice(-rememberedEvents);
}
