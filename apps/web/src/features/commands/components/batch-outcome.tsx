import type { BatchResult } from '@atalaia/contract/devices/sent-command';
import { useState } from 'react';
import type { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { isUnsafe } from '../batch-outcome.ts';
import { useBatchOutcome } from '../use-batch-outcome.ts';
import classes from './command-form.module.css';
import { OutcomeTable } from './outcome-table.tsx';
import { ReasonField } from './reason-field.tsx';

interface BatchOutcomeProps {
  readonly answers: readonly (readonly BatchResult[])[];
  readonly busy: boolean;
  readonly refusal: ReturnType<typeof refusalMessage> | undefined;
  /** Blocks those that are not safe, with a reason. */
  readonly onConfirm: (deviceIds: readonly number[], reason: string) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What became of a batch, device by device, live; a block that was not safe can be meant all the same (CMD-07). */
export function BatchOutcome({ answers, busy, refusal, onConfirm, onAgain, onClose }: BatchOutcomeProps) {
  const { text } = useTexts();
  const [reason, setReason] = useState('');
  const outcomes = useBatchOutcome(answers);
  const unsafe = outcomes.filter(isUnsafe);
  const confirm = () =>
    onConfirm(
      unsafe.map(({ deviceId }) => deviceId),
      reason.trim(),
    );
  return (
    <section className={classes.form} aria-label={text('command.outcome')}>
      <OutcomeTable outcomes={outcomes} />
      {unsafe.length > 0 && (
        <ReasonField
          warning={text('command.unsafe', { count: unsafe.length })}
          reason={reason}
          onType={setReason}
        />
      )}
      {refusal && <FormRefusal {...refusal} onRetry={confirm} />}
      <footer className={classes.foot}>
        <Button onClick={onAgain}>{text('command.outcomeNext')}</Button>
        {unsafe.length > 0 && (
          <Button kind="danger" busy={busy} disabled={reason.trim() === ''} onClick={confirm}>
            {text('command.blockAnyway')}
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          {text('action.close')}
        </Button>
      </footer>
    </section>
  );
}
