import type { BlockReason } from '@atalaia/contract/block/block';
import { Suspense } from 'react';
import { timeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ReasonChoice } from '../blocks/reason-choice.tsx';
import classes from './command-form.module.css';
import { MoreDevices, useListedDevices } from './more-devices.tsx';

interface BatchQuestionProps {
  readonly deviceIds: readonly number[];
  /** Names of the groups whose vehicles are blocked too. */
  readonly groups: readonly string[];
  readonly reason: BlockReason | null;
  readonly onReason: (reason: BlockReason | null) => void;
  readonly busy: boolean;
  readonly refusal: ReturnType<typeof refusalMessage> | undefined;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Asks before many are blocked: how fast each named one was, and how long ago (CMD-07). */
export function BatchQuestion(props: BatchQuestionProps) {
  const { deviceIds, groups, reason, onReason, busy, refusal, onSend, onBack } = props;
  const { text } = useTexts();
  const formats = useFormats();
  const { count, showMore, rows, isPending } = useListedDevices(deviceIds);
  const fixOf = (deviceId: number): string => {
    const position = rows.get(deviceId)?.position;
    if (!position) return text(isPending ? 'view.loading' : 'command.noFix');
    return `${formats.speed(position.speed)}, ${timeAgo(Date.parse(position.fixTime), Date.now(), text)}`;
  };
  return (
    <section className={classes.form} aria-label={text('command.batchBlock')}>
      <p>{text('command.batchBlockQuestion')}</p>
      {deviceIds.length > 0 && (
        <div className={classes.table}>
          <DataTable
            label={text('command.devices')}
            rows={deviceIds.slice(0, count)}
            keyOf={(deviceId) => deviceId}
            columns={[
              {
                key: 'device',
                title: text('command.device'),
                cell: (deviceId) => rows.get(deviceId)?.device.name ?? deviceId,
              },
              { key: 'fix', title: text('command.lastFix'), cell: fixOf },
            ]}
          />
          <MoreDevices left={deviceIds.length - count} onMore={showMore} />
        </div>
      )}
      {groups.length > 0 && <p>{text('command.batchOfGroups', { names: groups.join(', ') })}</p>}
      <p className={classes.warning}>{text('command.batchRule')}</p>
      <Suspense fallback={<Skeleton height={60} />}>
        <ReasonChoice chosen={reason} onChoose={onReason} />
      </Suspense>
      {refusal && <FormRefusal {...refusal} onRetry={onSend} />}
      <footer className={classes.foot}>
        <Button disabled={busy} onClick={onBack}>
          {text('action.cancel')}
        </Button>
        <Button kind="danger" busy={busy} disabled={reason === null} first onClick={onSend}>
          {text('command.send')}
        </Button>
      </footer>
    </section>
  );
}
