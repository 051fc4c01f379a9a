import type { EventAttributes } from '@atalaia/contract/event';
import { cleanText } from '../steps/clean.ts';
import type { AnswerEntry } from './entry.ts';
import { type Plan, type PlanParts, planEvent } from './plan.ts';

/** A tracker's answer: an event, and the oldest command that waits for one is answered by it. */
export function planAnswer(plan: Plan, entry: AnswerEntry, parts: PlanParts): void {
  const result = cleanText(entry.result);
  const { id: deviceId } = entry.device;
  const earlier = plan.answered.filter((answered) => answered.deviceId === deviceId).length;
  const command = parts.awaitedCommands.get(deviceId)?.[earlier];
  const attributes: EventAttributes = { result };
  if (command) {
    plan.answered.push({ commandId: command.id, deviceId, receivedMs: entry.receivedMs, result });
    Object.assign(attributes, { commandId: command.id, commandType: command.type, state: 'answered' });
  }
  planEvent(plan, entry, 'commandResult', attributes, { timeMs: entry.receivedMs, positionId: null }, parts);
}
