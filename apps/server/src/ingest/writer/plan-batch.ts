import type { EventAttributes } from '@atalaia/contract/rules/event';
import type { Claim } from '../connection/claims-queries.ts';
import { cleanText } from '../steps/clean.ts';
import { type StatusCause, statusChange } from '../steps/status-change.ts';
import { withInterval } from '../steps/usual-interval.ts';
import { episodeMs, takenOnceMore } from './contended-devices.ts';
import type { DeviceState } from './device-states.ts';
import type { AnswerEntry, Entry, HighestEntry, QuietEntry, TotalsEntry } from './entry.ts';
import { type DevicePlan, type Plan, type PlanParts, planAside, planEvent, type RetryHints } from './plan.ts';
import { planPosition } from './plan-position.ts';

/**
 * Works out what a batch writes, as if every position in it were new but for the retry hints. Committed states
 * are read and never changed: a plan that fails leaves no trace, and is made again.
 */
export function planBatch(entries: readonly Entry[], retryHints: RetryHints, parts: PlanParts): Plan {
  const plan: Plan = {
    positions: [],
    odd: [],
    aside: [],
    events: [],
    answered: [],
    devices: new Map(),
    effective: new Map(),
    repeats: 0,
    failedExpressions: 0,
  };
  for (const entry of entries) {
    const refusal = retryHints.refused.get(entry);
    if (refusal?.form === 'alone') {
      planAside(plan, entry, refusal, parts);
      continue;
    }
    const device = devicePlan(plan, entry.device.id, parts);
    if (entry.kind === 'closed') {
      if (released(device, entry.claim)) planStatus(plan, device, entry, 'closed', parts);
      continue;
    }
    if (entry.kind === 'silent') {
      const { lastReceivedMs = Number.POSITIVE_INFINITY } = entry;
      const hasReported = (device.state.lastUpdateMs ?? Number.NEGATIVE_INFINITY) > lastReceivedMs;
      if (!hasReported) planStatus(plan, device, entry, 'silent', parts);
      continue;
    }
    if (entry.kind === 'totals') {
      device.state = withTotals(device.state, entry);
      continue;
    }
    if (entry.kind === 'highest') {
      device.state = withHighest(device.state, entry);
      continue;
    }
    if (entry.kind === 'quiet') {
      planQuiet(plan, device, entry, parts);
      continue;
    }
    if (entry.kind === 'contended') {
      planContended(plan, device, entry, parts);
      continue;
    }
    if (claimFor(device, entry.claim)) planTaken(plan, device, entry, parts);
    planStatus(plan, device, entry, 'message', parts);
    if (entry.kind === 'position') planPosition(plan, device, entry, retryHints, parts);
    else if (entry.kind === 'answer') planAnswer(plan, entry, parts);
  }
  return plan;
}

function devicePlan(plan: Plan, deviceId: number, parts: PlanParts): DevicePlan {
  let device = plan.devices.get(deviceId);
  if (!device) {
    const state = parts.states.get(deviceId);
    device = { state, newest: undefined, sirenEventId: null, statusChanged: false };
    plan.devices.set(deviceId, device);
  }
  return device;
}

/**
 * The connection that a message came on holds its device, unless a higher claim was committed. Returns whether it took it
 * from one that had not closed.
 */
function claimFor(device: DevicePlan, claim: Claim | undefined): boolean {
  if (!claim) return false;
  const { state } = device;
  if (claim.number < state.heldClaim) device.superseded = claim;
  if (claim.number <= state.heldClaim) return false;
  device.held = claim;
  device.state = { ...state, heldClaim: claim.number, heldBy: claim.epoch };
  return state.heldBy !== null;
}

/** Two trackers with one id take it from each other: each is closed when the other one comes, and comes again. */
function planTaken(plan: Plan, device: DevicePlan, entry: Entry, parts: PlanParts): void {
  const { memory } = device.state;
  const { isContended, takenMs } = takenOnceMore(memory.takenMs, entry.receivedMs);
  device.state = { ...device.state, memory: { ...memory, takenMs } };
  if (isContended) planContended(plan, device, entry, parts);
}

/** Whether the connection that closed was the one that held the device: nobody holds it then. */
function released(device: DevicePlan, claim: Claim | undefined): boolean {
  const { state } = device;
  if (claim && claim.number < state.heldClaim) return false;
  device.state = { ...state, heldClaim: claim?.number ?? state.heldClaim, heldBy: null };
  return true;
}

function planStatus(
  plan: Plan,
  device: DevicePlan,
  entry: Entry,
  cause: StatusCause,
  parts: PlanParts,
): void {
  const { state } = device;
  const change = statusChange(state.status, cause);
  if (change) {
    device.statusChanged = true;
    planEvent(plan, entry, change.event, {}, { timeMs: entry.receivedMs, positionId: null }, parts);
  }
  const after = cause === 'message' ? heard(state, entry.receivedMs) : state;
  device.state = change ? { ...after, status: change.status } : after;
}

function heard(state: DeviceState, receivedMs: number): DeviceState {
  const { memory, lastUpdateMs: before } = state;
  const lastUpdateMs = Math.max(receivedMs, before ?? 0);
  if (before === undefined) return { ...state, lastUpdateMs };
  const intervals = withInterval(memory, (lastUpdateMs - before) / 1000);
  if (intervals === memory.intervals) return lastUpdateMs === before ? state : { ...state, lastUpdateMs };
  return { ...state, lastUpdateMs, memory: { ...memory, intervals } };
}

/** Raises the event of a device that became silent (`docs/events.md`), once until its next message. */
function planQuiet(plan: Plan, device: DevicePlan, entry: QuietEntry, parts: PlanParts): void {
  const { state } = device;
  const { memory } = state;
  const raised = memory.quiet ?? [];
  if (raised.includes(entry.event) || memory.fixTimeMs !== entry.fixTimeMs) return;
  if (entry.event === 'suspectedJamming' && state.lastUpdateMs !== entry.lastUpdateMs) return;
  const at = { timeMs: entry.receivedMs, positionId: entry.positionId };
  planEvent(plan, entry, entry.event, {}, at, parts);
  device.state = { ...state, memory: { ...memory, quiet: [...raised, entry.event] } };
}

/** Whoever finds it: the event is raised once, until nobody has found it for an episode's length. */
function planContended(plan: Plan, device: DevicePlan, entry: Entry, parts: PlanParts): void {
  const { memory } = device.state;
  const isNew = entry.receivedMs - (memory.contendedMs ?? Number.NEGATIVE_INFINITY) >= episodeMs;
  const at = { timeMs: entry.receivedMs, positionId: null };
  if (isNew) planEvent(plan, entry, 'duplicateIdentifier', {}, at, parts);
  device.state = { ...device.state, memory: { ...memory, contendedMs: entry.receivedMs } };
}

/** A tracker's answer: an event, and the oldest command that waits for one is answered by it. */
function planAnswer(plan: Plan, entry: AnswerEntry, parts: PlanParts): void {
  const result = cleanText(entry.result);
  const { id: deviceId } = entry.device;
  const earlier = plan.answered.filter((answered) => answered.deviceId === deviceId).length;
  const command = parts.awaitedCommands.get(deviceId)?.[earlier];
  const attributes: EventAttributes = { result: cleanText(entry.shown ?? entry.result) };
  if (command) {
    plan.answered.push({ commandId: command.id, deviceId, receivedMs: entry.receivedMs, result });
    Object.assign(attributes, { commandId: command.id, commandType: command.type, state: 'answered' });
  }
  planEvent(plan, entry, 'commandResult', attributes, { timeMs: entry.receivedMs, positionId: null }, parts);
}

/**
 * A device's counts as a person set them (DEV-02): it counts on from there. What fell due before is forgotten, so that
 * the next crossing raises an event again.
 */
function withTotals(state: DeviceState, set: TotalsEntry): DeviceState {
  const { turn, fuel, ...memory } = state.memory;
  const { totalDistanceMetres = memory.totalDistanceMetres, hoursMs = memory.hoursMs } = set;
  return {
    ...state,
    memory: {
      ...memory,
      totalDistanceMetres,
      hoursMs,
      highest: undefined,
      anew: undefined,
      anewUntil: undefined,
      turn: turn && { ...turn, totalDistanceMetres },
      fuel: fuel && { ...fuel, totalDistanceMetres },
    },
  };
}

/** With the highest value that should have been remembered, unless another one is by now. */
function withHighest(state: DeviceState, { attribute, value, correctedValue }: HighestEntry): DeviceState {
  const { highest } = state.memory;
  if (highest?.[attribute] !== value) return state;
  return { ...state, memory: { ...state.memory, highest: { ...highest, [attribute]: correctedValue } } };
}
