import type { BatchCommand } from '@atalaia/contract/command';
import type { BatchResult } from '@atalaia/contract/sent-command';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { statusText } from '../../lib/texts/status-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { sendBatch } from './api/send-batch.ts';
import { type BatchDraft, batchOf, checkBatch, emptyBatch } from './batch-draft.ts';

/** The state of the batch form: who is told what, the question before a block, and what became of it (CMD-04, CMD-07). */
export function useBatch() {
  const api = useApi();
  const { text } = useTexts();
  const [draft, setDraft] = useState<BatchDraft>(emptyBatch);
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [answers, setAnswers] = useState<readonly (readonly BatchResult[])[]>([]);
  const errors = checkBatch(draft);
  const send = useMutation({
    mutationFn: (batch: BatchCommand) => sendBatch(api, batch),
    onSuccess(results) {
      setAsking(false);
      setAnswers((before) => [...before, results]);
      if (results.some(({ state }) => state !== 'refused')) {
        toasts.show('success', text('command.batchSent'));
      }
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
    stopAsking: () => setAsking(false),
    send,
    /** A block is asked about first. */
    submit() {
      setChecked(true);
      if (Object.keys(errors).length > 0) toasts.show('failure', text('command.batchInvalid'));
      else if (draft.commandType === 'engineStop') setAsking(true);
      else send.mutate(batchOf(draft));
    },
    confirm: () => send.mutate(batchOf(draft)),
    /** Blocks those that were not safe, with the reason why it is meant all the same. */
    confirmUnsafe: (devicesId: readonly number[], reason: string) =>
      send.mutate({
        devicesId: [...devicesId],
        groupsId: [],
        commandType: 'engineStop',
        confirmation: { reason },
      }),
    answers,
    again() {
      setAnswers([]);
      setDraft(emptyBatch);
      setChecked(false);
    },
  };
}
