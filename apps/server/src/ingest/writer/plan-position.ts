import { alarmEventType } from '@atalaia/domain/catalog/alarms';
import { typedResult } from '@atalaia/domain/expressions/computed-attribute';
import type { VariablePosition } from '@atalaia/domain/expressions/expression-variables';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { IngestDevice } from '../ingest-device.ts';
import type { ComputedRule } from '../rules/rules.ts';
import { alarmFindings } from '../steps/alarm-events.ts';
import { cleanAttributes, cleanJson, cleanText } from '../steps/clean.ts';
import { earliestFixMs, type NormalPosition, normalise } from '../steps/normalise.ts';
import { positionFindings } from '../steps/position-step.ts';
import type { PositionEntry } from './entry.ts';
import { type DevicePlan, type Plan, type PlanParts, planAside, planEvent, type RetryHints } from './plan.ts';
import { countedOf, positionRow } from './position-row.ts';

/** Digests remembered of the newest fix time; when a tracker sends more in one second, the table is asked. */
const rememberedDigests = 8;

/** Year 1: PostgreSQL holds nothing much earlier. */
const firstInstantMs = Date.parse('0001-01-01T00:00:00Z');

/** Plans one position: its row, and what follows from it for its device. */
export function planPosition(
  plan: Plan,
  device: DevicePlan,
  entry: PositionEntry,
  retryHints: RetryHints,
  parts: PlanParts,
): void {
  if (retryHints.repeats.has(entry)) {
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
  const refusal = retryHints.refused.get(entry);
  if (refusal?.form === 'aside') {
    const id = planAside(plan, entry, refusal, parts);
    if (id !== undefined) planItsAlarms(plan, device, entry, id, parts);
    return;
  }
  const reason = refusal?.reason ?? oddReason(position.fixTimeMs);
  if (reason !== undefined) {
    planOdd(plan, device, entry, position.fixTimeMs, reason, parts);
    return;
  }

  // what is not kept is acknowledged all the same, and whoever calls for help is heard
  if (!parts.rules.records(entry.device, position.fixTimeMs)) {
    planItsAlarms(plan, device, entry, parts.positionNumbers.take(), parts);
    return;
  }

  const { rules } = parts;
  const computed = rules.computed(entry.device);
  const isAskedLast = rules.computedAskLast;
  const fields = computed.length > 0 || isAskedLast ? fieldsOf(position, entry) : undefined;
  const attributes = plannedAttributes(plan, device, entry, position.late, computed, fields);
  const { travel, events, geofences, priorState } = positionFindings(
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
    if (type === alarmEventType) device.sirenEventId = eventId;
  }
  if (!position.late || events.length > 0) plan.effective.set(row.id, entry);
  device.state = {
    ...device.state,
    memory: priorState.memory,
    around: priorState.around,
    last:
      isAskedLast && fields && travel
        ? { fields, attributes, counted: countedOf(travel) }
        : device.state.last,
    newestDigests: position.late
      ? newestDigests
      : sameTime
        ? [...newestDigests, entry.digest].slice(-rememberedDigests)
        : [entry.digest],
  };
  if (entry.isForwarded) {
    const { memory: kept } = device.state;
    const forwardedMs = Math.max(kept.forwardedMs ?? 0, position.fixTimeMs);
    device.state = { ...device.state, memory: { ...kept, forwardedMs } };
  }
  if (!position.late && position.placed) device.newest = row;
}

/** The clean attributes that the tracker sent, with those computed from them. */
function plannedAttributes(
  plan: Plan,
  { state }: DevicePlan,
  entry: PositionEntry,
  isLate: boolean,
  computed: readonly ComputedRule[],
  fields: VariablePosition['fields'] | undefined,
): PositionAttributes {
  const attributes = cleanAttributes(entry.position.attributes);
  if (computed.length === 0 || !fields) return attributes;
  const found = computedAttributes(
    computed,
    { fields, attributes },
    isLate ? undefined : state.last,
    entry.device,
  );
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

function planOdd(
  plan: Plan,
  device: DevicePlan,
  entry: PositionEntry,
  fixTimeMs: number,
  reason: string,
  parts: PlanParts,
): void {
  const { formerAttributes: _, ...rest } = entry.position;
  const id = parts.positionNumbers.take();
  plan.odd.push({
    id,
    deviceId: entry.device.id,
    fixTimeMs: Math.max(fixTimeMs, firstInstantMs),
    digest: entry.digest,
    receivedMs: entry.receivedMs,
    reason,
    contentJson: cleanJson({ protocol: entry.protocol, ...rest }),
  });
  planItsAlarms(plan, device, entry, id, parts);
}

/**
 * A position that is set aside moves and counts nothing, but its alarms are raised: a tracker whose clock was not set yet
 * may be calling for help. They count for the time they came.
 */
function planItsAlarms(
  plan: Plan,
  device: DevicePlan,
  entry: PositionEntry,
  id: number,
  parts: PlanParts,
): void {
  const { memory } = device.state;
  const { alarm } = cleanAttributes(entry.position.attributes);
  const found = alarmFindings(alarm, entry.receivedMs, true, memory);
  if (found.alarms.length === 0) return;
  for (const key of found.alarms) {
    const at = { timeMs: entry.receivedMs, positionId: null };
    device.sirenEventId = planEvent(plan, entry, alarmEventType, { alarm: key }, at, parts);
  }
  device.state = { ...device.state, memory: { ...memory, raised: found.memory.raised } };
  plan.effective.set(id, entry);
}

interface Computed {
  readonly attributes: PositionAttributes;
  /** Expressions that could not be worked out, or whose result is not of their attribute's type. */
  readonly failures: number;
}

/**
 * The attributes with those that are worked out of them, before any event (ING-06): in the order of their ids, each
 * seeing those before it. One whose values are missing, or that fails, sets nothing.
 */
function computedAttributes(
  rules: readonly ComputedRule[],
  position: VariablePosition & { readonly attributes: PositionAttributes },
  last: VariablePosition | undefined,
  device: IngestDevice,
): Computed {
  const attributes = withPlaceFor(rules, position.attributes);
  const variables = { position: { fields: position.fields, attributes }, last, device };
  let failures = 0;
  for (const { attribute, type, check, expression } of rules) {
    const result = typedResult(type, expression.evaluate(variables));
    if (result === undefined) continue;
    const allowed = result === null ? undefined : check(result);
    if (allowed === undefined) failures += 1;
    else attributes[attribute] = typeof allowed === 'string' ? cleanText(allowed) : allowed;
  }
  return { attributes: attributes as PositionAttributes, failures };
}

type Attributes = Record<string, string | number | boolean | undefined>;

/** Attributes with these keys, and a place for each of those that are computed from them. */
interface Form {
  readonly keys: readonly string[];
  /** Each of its values is undefined. */
  readonly blank: Attributes;
}

/** Of the rules of a group or device: trackers of one kind send the same keys again and again. */
const forms = new WeakMap<readonly ComputedRule[], Form[]>();
const mostForms = 64;

/**
 * A copy of the attributes; those computed from them are there and undefined. An object that is given a dozen keys one
 * after another is kept as a hash table, which takes several times as long to read, to copy and to write.
 */
function withPlaceFor(rules: readonly ComputedRule[], sent: PositionAttributes): Attributes {
  const keys = Object.keys(sent);
  const attributes = { ...formOf(rules, keys).blank };
  for (const key of keys) attributes[key] = sent[key];
  return attributes;
}

function formOf(rules: readonly ComputedRule[], keys: readonly string[]): Form {
  let known = forms.get(rules);
  if (!known) {
    known = [];
    forms.set(rules, known);
  }
  const found = known.find((form) => isSame(form.keys, keys));
  if (found) return found;
  // a tracker that sends other keys each time pushes out nobody's for good
  if (known.length >= mostForms) known.shift();
  const all = new Set([...keys, ...rules.map(({ attribute }) => attribute)]);
  const text = [...all].map((key) => `${JSON.stringify(key)}:null`).join();
  const blank = JSON.parse(`{${text}}`) as Attributes;
  for (const key of all) blank[key] = undefined;
  const form = { keys, blank };
  known.push(form);
  return form;
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((key, at) => key === others[at]);
