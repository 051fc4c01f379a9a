import type { BlockReason } from '@atalaia/contract/block/block';
import type { BatchCommand } from '@atalaia/contract/devices/command';
import type { BatchResult } from '@atalaia/contract/devices/sent-command';
import { batchResultSchema } from '@atalaia/contract/devices/sent-command';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type BatchDraft, batchOf, checkBatch, emptyBatch } from './batch-draft.ts';

/** One call sends to thousands of trackers within this time, ms. */
const timeoutMs = 120_000;

/** Sends one command to many devices; what became of it is said of each (CMD-04). */
function sendBatch(api: ApiWriter, batch: BatchCommand): Promise<readonly BatchResult[]> {
  return api.json(
    { method: 'POST', path: 'commands/batch', json: batch, timeoutMs },
    z.array(batchResultSchema),
  );
}

/**
 * The state of the batch form: recipients, the command, the question before a block, and the outcome (CMD-04, CMD-07).
 * Rows that were marked in a list are listed again before any command: some may be far out of sight.
 */
export function useBatch(marked?: readonly number[]) {
  const { text } = useTexts();
  const beginning = marked ? { ...emptyBatch, devicesId: marked.map(String) } : emptyBatch;
  const [draft, setDraft] = useState<BatchDraft>(beginning);
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [blockReason, setBlockReason] = useState<BlockReason | null>(null);
  const ofBlock = blockReason ? { block: { reason: blockReason } } : {};
  const [answers, setAnswers] = useState<readonly (readonly BatchResult[])[]>([]);
  const errors = checkBatch(draft);
  const send = useWrite({
    ofForm: true,
    write: (api, batch: BatchCommand) => sendBatch(api, batch),
    onSuccess(results) {
      setAsking(false);
      setAnswers((before) => [...before, results]);
      const refused = results.filter(({ state }) => state === 'refused').length;
      if (refused > 0)
        toasts.show('failure', text('command.batchRefused', { count: refused, total: results.length }));
      else toasts.show('success', text('command.batchSent'));
    },
    onError(error) {
      console.error('The batch could not be sent', error);
      toasts.show('failure', statusText(error, text));
    },
  });
  return {
    draft,
    change(part: Partial<BatchDraft>) {
      setDraft({ ...draft, ...part });
      send.reset();
    },
    /** Empty until the person wants to send. */
    errors: isChecked ? errors : {},
    isAsking,
    /** Why the vehicles are blocked: every block names it (BLOCK-01). */
    blockReason,
    setBlockReason,
    stopAsking: () => setAsking(false),
    send,
    /** A block is asked about first, and whatever goes to marked rows. */
    submit() {
      setChecked(true);
      if (Object.keys(errors).length > 0) toasts.show('failure', text('command.batchInvalid'));
      else if (marked || draft.commandType === 'engineStop') setAsking(true);
      else send.mutate(batchOf(draft));
    },
    confirm: () => send.mutate({ ...batchOf(draft), ...ofBlock }),
    /** Blocks those that were not safe, with the reason why it is meant all the same. */
    confirmUnsafe: (devicesId: readonly number[], reason: string) =>
      send.mutate({
        devicesId: [...devicesId],
        groupsId: [],
        commandType: 'engineStop',
        confirmation: { reason },
        ...ofBlock,
      }),
    answers,
    again() {
      setAnswers([]);
      setBlockReason(null);
      setDraft(beginning);
      setChecked(false);
    },
  };
}
