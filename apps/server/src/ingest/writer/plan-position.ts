import { alarmFindings } from '../steps/alarm-events.ts';
import { cleanAttributes, cleanJson } from '../steps/clean.ts';
import { earliestFixMs, normalise } from '../steps/normalise.ts';
import { positionFindings } from '../steps/position-step.ts';
import type { PositionEntry } from './entry.ts';
import { type DevicePlan, type Lessons, type Plan, type PlanParts, planEvent } from './plan.ts';
import { positionRow } from './position-row.ts';

/** Digests remembered of the newest fix time; when a tracker says more in one second, the table is asked. */
const rememberedDigests = 8;

/** Year 1: PostgreSQL holds nothing much earlier. */
const firstInstantMs = Date.parse('0001-01-01T00:00:00Z');

/** Plans one position: its row, and what follows from it for its device. */
export function planPosition(
  plan: Plan,
  device: DevicePlan,
  entry: PositionEntry,
  lessons: Lessons,
  parts: PlanParts,
): void {
  if (lessons.repeats.has(entry)) {
    plan.repeats += 1;
    return;
  }
  const { memory, newestDigests } = device.state;
  const position = normalise(entry.position, entry.digest, entry.receivedMs, memory);
  const sameTime = position.fixTimeMs === memory.fixTimeMs;
  if (sameTime && newestDigests.includes(entry.digest)) {
    plan.repeats += 1;
    return;
  }
  const reason = lessons.refused.get(entry) ?? oddReason(position.fixTimeMs);
  if (reason !== undefined) {
    planOdd(plan, device, entry, position.fixTimeMs, reason, parts);
    return;
  }

  const attributes = cleanAttributes(entry.position.attributes);
  const findings = positionFindings(
    position,
    attributes,
    entry.digest,
    entry.device,
    memory,
    parts.serverLimitKnots,
  );
  const row = positionRow(parts.positionNumbers.take(), entry, position, attributes, findings.travel);
  plan.positions.push(row);
  for (const { type, attributes: details } of findings.events) {
    const at = { timeMs: position.fixTimeMs, positionId: row.id };
    const eventId = planEvent(plan, entry, type, details, at, parts);
    if (type === 'alarm') device.sirenEventId = eventId;
  }
  if (!position.late || findings.events.length > 0) plan.effective.set(row.id, entry);
  device.state = {
    ...device.state,
    memory: findings.memory,
    newestDigests: position.late
      ? newestDigests
      : sameTime
        ? [...newestDigests, entry.digest].slice(-rememberedDigests)
        : [entry.digest],
  };
  if (!position.late && position.placed) device.newest = row;
}

function oddReason(fixTimeMs: number): string | undefined {
  return fixTimeMs < earliestFixMs ? 'fix time before 2000' : undefined;
}

/**
 * A position that goes aside moves and counts nothing, but its alarms are heard: a tracker whose clock was not set yet
 * may be calling for help. They count for the time they came.
 */
function planOdd(
  plan: Plan,
  device: DevicePlan,
  entry: PositionEntry,
  fixTimeMs: number,
  reason: string,
  parts: PlanParts,
): void {
  const { memory } = device.state;
  const id = parts.positionNumbers.take();
  plan.odd.push({
    id,
    deviceId: entry.device.id,
    fixTimeMs: Math.max(fixTimeMs, firstInstantMs),
    digest: entry.digest,
    receivedMs: entry.receivedMs,
    reason,
    contentJson: cleanJson({ protocol: entry.protocol, ...entry.position }),
  });
  const { alarm } = cleanAttributes(entry.position.attributes);
  const found = alarmFindings(alarm, entry.receivedMs, true, memory);
  if (found.alarms.length === 0) return;
  for (const key of found.alarms) {
    const at = { timeMs: entry.receivedMs, positionId: null };
    device.sirenEventId = planEvent(plan, entry, 'alarm', { alarm: key }, at, parts);
  }
  device.state = { ...device.state, memory: { ...memory, told: found.memory.told } };
  plan.effective.set(id, entry);
}
