/** What became of a batch, device by device, as it is known now. */
import type { BatchResult, SentCommand } from '@atalaia/contract/devices/sent-command';
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';
import type { CommandState } from './command-labels.ts';

/** what the server says speaks against a block (CMD-07). */
const hindranceSchema = z.object({
  speedKph: z.number().nullable(),
  fixAgeSeconds: z.number().nullable(),
});

type BlockHindrance = z.infer<typeof hindranceSchema>;

/** what speaks against a block that was refused until it is confirmed; undefined for any other failure. */
export function hindranceOf(error: unknown): BlockHindrance | undefined {
  if (!(error instanceof ApiError) || error.code !== 'block-needs-confirmation') return undefined;
  return hindranceSchema.safeParse(error.details).data ?? { speedKph: null, fixAgeSeconds: null };
}

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
