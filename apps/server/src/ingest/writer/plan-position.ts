import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import { alarmFindings } from '../steps/alarm-events.ts';
import { cleanAttributes, cleanJson } from '../steps/clean.ts';
import { computedAttributes } from '../steps/computed-attributes.ts';
import { earliestFixMs, type NormalPosition, normalise } from '../steps/normalise.ts';
import { positionFindings } from '../steps/position-step.ts';
import type { PositionEntry } from './entry.ts';
import { type DevicePlan, type Lessons, type Plan, type PlanParts, planEvent } from './plan.ts';
import { positionRow, withTravel } from './position-row.ts';

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

  const attributes = plannedAttributes(plan, device, entry, position, parts);
  const { travel, events, geofences, standing } = positionFindings(
    position,
    attributes,
    entry.digest,
    entry.device,
    device.state,
    parts,
  );
  const row = positionRow(parts.positionNumbers.take(), entry, position, attributes, travel, geofences);
  plan.positions.push(row);
  for (const event of events) {
    const { type } = event;
    const at = { timeMs: position.fixTimeMs, positionId: row.id };
    const eventId = planEvent(plan, entry, type, event.attributes, at, parts, event);
    if (type === 'alarm') device.sirenEventId = eventId;
  }
  if (!position.late || events.length > 0) plan.effective.set(row.id, entry);
  device.state = {
    ...device.state,
    ...standing,
    last:
      parts.rules.computedAskLast && travel
        ? { fields: fieldsOf(position, entry), attributes: withTravel(attributes, travel) }
        : device.state.last,
    newestDigests: position.late
      ? newestDigests
      : sameTime
        ? [...newestDigests, entry.digest].slice(-rememberedDigests)
        : [entry.digest],
  };
  if (!position.late && position.placed) device.newest = row;
}

/** The clean attributes that the tracker told, with those that are computed of them. */
function plannedAttributes(
  plan: Plan,
  { state }: DevicePlan,
  entry: PositionEntry,
  position: NormalPosition,
  { rules }: PlanParts,
): PositionAttributes {
  const attributes = cleanAttributes(entry.position.attributes);
  const computed = rules.computed(entry.device);
  if (computed.length === 0) return attributes;
  const variables = { fields: fieldsOf(position, entry), attributes };
  const found = computedAttributes(computed, variables, position.late ? undefined : state.last);
  plan.failedExpressions += found.failures;
  return found.attributes;
}

function fieldsOf(position: NormalPosition, { device, protocol, receivedMs }: PositionEntry) {
  return {
    deviceId: device.id,
    protocol,
    serverTime: receivedMs,
    deviceTime: position.deviceTimeMs,
    fixTime: position.fixTimeMs,
    outdated: position.outdated,
    valid: position.valid,
    latitude: position.latitude,
    longitude: position.longitude,
    altitude: position.altitude,
    speed: position.speedKnots,
    course: position.course,
    accuracy: position.accuracy,
  };
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
