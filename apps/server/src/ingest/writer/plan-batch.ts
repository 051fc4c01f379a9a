import { type LinkNews, statusChange } from '../steps/status-change.ts';
import type { Entry } from './entry.ts';
import { type DevicePlan, type Lessons, type Plan, type PlanParts, planEvent } from './plan.ts';
import { planAnswer } from './plan-answer.ts';
import { planPosition } from './plan-position.ts';
import { planQuiet } from './plan-quiet.ts';
import { withTotals } from './with-totals.ts';

/**
 * Works out what a batch writes, as if every position in it were new but for what the lessons say. Committed states
 * are read and never changed: a plan that fails leaves no trace, and is made again.
 */
export function planBatch(entries: readonly Entry[], lessons: Lessons, parts: PlanParts): Plan {
  const plan: Plan = {
    positions: [],
    odd: [],
    events: [],
    answered: [],
    devices: new Map(),
    effective: new Map(),
    repeats: 0,
    failedExpressions: 0,
  };
  for (const entry of entries) {
    const device = devicePlan(plan, entry.device.id, parts);
    if (entry.kind === 'closed' || entry.kind === 'silent') {
      planLink(plan, device, entry, entry.kind, parts);
      continue;
    }
    if (entry.kind === 'totals') {
      device.state = withTotals(device.state, entry);
      continue;
    }
    if (entry.kind === 'quiet') {
      planQuiet(plan, device, entry, parts);
      continue;
    }
    planLink(plan, device, entry, 'heard', parts);
    if (entry.kind === 'position') planPosition(plan, device, entry, lessons, parts);
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

function planLink(plan: Plan, device: DevicePlan, entry: Entry, news: LinkNews, parts: PlanParts): void {
  const { state } = device;
  const change = statusChange(state.status, news);
  if (change) {
    device.statusChanged = true;
    planEvent(plan, entry, change.event, {}, { timeMs: entry.receivedMs, positionId: null }, parts);
  }
  const lastUpdateMs =
    news === 'heard' ? Math.max(entry.receivedMs, state.lastUpdateMs ?? 0) : state.lastUpdateMs;
  device.state = { ...state, status: change?.status ?? state.status, lastUpdateMs };
}
