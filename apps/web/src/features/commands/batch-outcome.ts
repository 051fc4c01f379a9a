/** What became of a batch, device by device, as it is known now. */
import type { BatchResult, SentCommand } from '@atalaia/contract/devices/sent-command';
import { hindranceSchema } from './block-hindrance.ts';
import type { CommandState } from './command-marks.ts';

export interface DeviceOutcome {
  readonly deviceId: number;
  readonly state: CommandState;
  /** The answer's own row, once it was asked for. */
  readonly sent: SentCommand | undefined;
  readonly refusal: BatchResult | undefined;
}

/** Later answers replace earlier ones of the same device; `sent` are the rows of all of them. */
export function outcomesOf(
  answers: readonly (readonly BatchResult[])[],
  sent: readonly SentCommand[],
): readonly DeviceOutcome[] {
  const last = new Map(answers.flat().map((result) => [result.deviceId, result]));
  const rows = new Map(sent.map((row) => [row.id, row]));
  const outcomes = [...last.values()].map((result): DeviceOutcome => {
    const row = result.sentId === undefined ? undefined : rows.get(result.sentId);
    const refusal = result.state === 'refused' ? result : undefined;
    return { deviceId: result.deviceId, state: row?.state ?? result.state, sent: row, refusal };
  });
  return outcomes.sort((one, other) => rankOf(one) - rankOf(other) || one.deviceId - other.deviceId);
}

/** What a person has to see to comes first. */
const ranks: readonly CommandState[] = [
  'refused',
  'failed',
  'expired',
  'requested',
  'waiting',
  'queued',
  'sent',
  'answered',
];

function rankOf(outcome: DeviceOutcome): number {
  return isUnsafe(outcome) ? -1 : ranks.indexOf(outcome.state);
}

/** A block that waits for a reason (CMD-07). */
export function isUnsafe({ refusal }: DeviceOutcome): boolean {
  return refusal?.code === 'block-needs-confirmation';
}

/** How fast and how long ago, as the refusal of a block tells it. */
export function hindranceIn({ refusal }: DeviceOutcome) {
  return hindranceSchema.safeParse(refusal?.details).data;
}
