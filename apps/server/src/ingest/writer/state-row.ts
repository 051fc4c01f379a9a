import type { DevicePlan } from './plan.ts';
import { positionJson } from './position-json.ts';
import type { StateRow } from './rows.ts';

/** The row of a device as the batch leaves it. */
export function stateRow(deviceId: number, { state, newest, sirenEventId }: DevicePlan): StateRow {
  return {
    deviceId,
    status: state.status,
    lastUpdateMs: state.lastUpdateMs ?? null,
    newest: newest ?? null,
    positionJson: newest ? positionJson(newest) : null,
    sirenEventId,
    memoryJson: JSON.stringify(state.memory),
  };
}
