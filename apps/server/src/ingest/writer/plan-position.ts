import { alarmEventType } from '@atalaia/domain/catalog/alarms';
import { typedResult } from '@atalaia/domain/expressions/computed-attribute';
import {
  positionVariables,
  type VariablePosition,
  type Variables,
} from '@atalaia/domain/expressions/expression-variables';
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
  const form = formOf(rules, position.attributes);
  // an object that is given a dozen keys one after another is kept as a hash table, which takes several times as long to
  // read, to copy and to write: those that are computed are there from the start
  const attributes: Attributes = { ...form.blank, ...position.attributes };
  const variables = { position: { fields: position.fields, attributes }, last, device };
  let { failures } = form;
  for (const rule of form.varying) {
    const value = resultOf(rule, variables);
    if (value === null) failures += 1;
    else if (value !== undefined) attributes[rule.attribute] = value;
  }
  return { attributes: attributes as PositionAttributes, failures };
}

/** What the rule sets: undefined where values are missing, null where it fails. */
function resultOf({ type, check, expression }: ComputedRule, from: Variables) {
  const result = typedResult(type, expression.evaluate(from));
  if (result === undefined || result === null) return result;
  const allowed = check(result);
  return typeof allowed === 'string' ? cleanText(allowed) : (allowed ?? null);
}

type Attributes = Record<string, string | number | boolean | undefined>;

/** What a list of rules makes of all attributes with these keys. */
interface Form {
  readonly keys: readonly string[];
  /** A place for each key: undefined, or what a rule makes of every position of this form. */
  readonly blank: Attributes;
  /** The rules that are worked out for each position. */
  readonly varying: readonly ComputedRule[];
  /** How many of the others fail, for each position. */
  readonly failures: number;
}

/** Of the rules of a group or device: trackers of one kind send the same keys again and again. An edit gives another list. */
const forms = new WeakMap<readonly ComputedRule[], Form[]>();
const mostForms = 64;

function formOf(rules: readonly ComputedRule[], sent: PositionAttributes): Form {
  let known = forms.get(rules);
  if (!known) {
    known = [];
    forms.set(rules, known);
  }
  for (const form of known) if (isOf(form, sent)) return form;
  // a tracker that sends other keys each time pushes out nobody's for good
  if (known.length >= mostForms) known.shift();
  const form = createForm(rules, Object.keys(sent));
  known.push(form);
  return form;
}

function isOf({ keys }: Form, sent: PositionAttributes): boolean {
  let at = 0;
  for (const key in sent) {
    if (keys[at] !== key) return false;
    at += 1;
  }
  return at === keys.length;
}

/**
 * Of twenty computed attributes a tracker often has the values for half: the others give the same, or nothing, for every
 * position with these keys, and are worked out once.
 */
function createForm(rules: readonly ComputedRule[], keys: readonly string[]): Form {
  const setters = new Map<string, number>();
  for (const { attribute } of rules) setters.set(attribute, (setters.get(attribute) ?? 0) + 1);
  const all = new Set([...keys, ...setters.keys()]);
  const text = [...all].map((key) => `${JSON.stringify(key)}:null`).join();
  const blank = JSON.parse(`{${text}}`) as Attributes;
  for (const key of all) blank[key] = undefined;
  const sent = new Set(keys);
  /** Attributes that a rule before refers to. */
  const read = new Set<string>();
  const varying: ComputedRule[] = [];
  let failures = 0;
  for (const rule of rules) {
    const { attribute, expression } = rule;
    const isFixed = expression.variables.every((name) => isAbsent(name, all));
    const value = isFixed ? resultOf(rule, nothing) : undefined;
    // what nobody reads or sets before, nor sets afterwards, may be there from the start
    const isAlone = setters.get(attribute) === 1 && !sent.has(attribute) && !read.has(attribute);
    if (value === null) failures += 1;
    else if (!isFixed || (value !== undefined && !isAlone)) varying.push(rule);
    else if (value !== undefined) blank[attribute] = value;
    for (const name of expression.variables) read.add(attributeNamed(name));
  }
  return { keys, blank, varying, failures };
}

const nothing: Variables = { position: { fields: {}, attributes: {} }, last: undefined };
const ownFields: ReadonlySet<string> = new Set(positionVariables);

/** No position with these keys, and no rule, has a value for this variable. */
function isAbsent(name: string, keys: ReadonlySet<string>): boolean {
  if (ownFields.has(name) || name.startsWith('last') || name.startsWith('device.')) return false;
  return !keys.has(attributeNamed(name));
}

const attributeNamed = (name: string) => (name.startsWith('attributes.') ? name.slice(11) : name);
