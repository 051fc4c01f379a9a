import type { BatchResult } from '@atalaia/contract/sent-command';
import { useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { isUnsafe } from '../batch-outcome.ts';
import { useBatchOutcome } from '../use-batch-outcome.ts';
import classes from './command-form.module.css';
import { OutcomeTable } from './outcome-table.tsx';
import { ReasonField } from './reason-field.tsx';

interface BatchOutcomeProps {
  readonly answers: readonly (readonly BatchResult[])[];
  readonly busy: boolean;
  readonly failure: string | undefined;
  /** Blocks those that are not safe, with a reason. */
  readonly onConfirm: (deviceIds: readonly number[], reason: string) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What became of a batch, device by device, live; a block that was not safe can be meant all the same (CMD-07). */
export function BatchOutcome({ answers, busy, failure, onConfirm, onAgain, onClose }: BatchOutcomeProps) {
  const { text } = useTexts();
  const [reason, setReason] = useState('');
  const outcomes = useBatchOutcome(answers);
  const unsafe = outcomes.filter(isUnsafe);
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
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <footer className={classes.foot}>
        <Button onClick={onAgain}>{text('command.outcomeNext')}</Button>
        {unsafe.length > 0 && (
          <Button
            kind="danger"
            busy={busy}
            disabled={reason.trim() === ''}
            onClick={() =>
              onConfirm(
                unsafe.map(({ deviceId }) => deviceId),
                reason.trim(),
              )
            }
          >
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
