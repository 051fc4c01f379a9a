import type { Block } from '@atalaia/contract/block/block';
import { mdiLockOpenVariantOutline } from '@mdi/js';
import { useWrite } from '../../../lib/api/use-write.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { timeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { blockTones } from './block-words.ts';
import classes from './blocks.module.css';
import { actOnBlock, useBlocked, useBlocks } from './blocks-api.ts';

interface BlockedViewProps {
  readonly onDevice: (deviceId: number) => void;
}

/** "Bloqueados": every blocked vehicle with its age; to supervisors also what was done without a second person (BLOCK-06). */
export function BlockedView({ onDevice }: BlockedViewProps) {
  const { text, textOr } = useTexts();
  const query = useBlocked();
  const isSupervisor = useDeskRole() === 'supervisor';
  const vehicle = ({ deviceName, plate }: Block) => vehicleText(deviceName, plate);
  return (
    <div className={`${classes.list} ${classes.page}`}>
      {isSupervisor && <Reviews vehicle={vehicle} />}
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={mdiLockOpenVariantOutline} hint={text('block.noBlocked')} />
          ) : (
            <DataTable
              label={text('block.blocked')}
              rows={rows}
              keyOf={({ block }) => block.id}
              columns={[
                { key: 'vehicle', title: text('block.vehicle'), cell: ({ block }) => vehicle(block) },
                {
                  key: 'customer',
                  title: text('block.customer'),
                  muted: true,
                  cell: ({ customerName }) => customerName,
                },
                {
                  key: 'since',
                  title: text('block.since'),
                  cell: ({ ageSeconds, isOverdue }) => {
                    const nowMs = Date.now();
                    const ago = timeAgo(nowMs - ageSeconds * 1000, nowMs, text);
                    return isOverdue ? <Pill tone="alarm">{`${ago} · ${text('block.overdue')}`}</Pill> : ago;
                  },
                },
                {
                  key: 'state',
                  title: text('block.state'),
                  cell: ({ block, release }) => (
                    <>
                      <Pill tone={blockTones[block.state]}>{text(`blockState.${block.state}`)}</Pill>{' '}
                      {release &&
                        text('block.releaseUnderWay', { state: text(`blockState.${release.state}`) })}
                    </>
                  ),
                },
                {
                  key: 'reason',
                  title: text('block.reason'),
                  cell: ({ block }) => textOr(`blockReason.${block.reason}`, block.reason),
                },
                {
                  key: 'by',
                  title: text('block.askedBy'),
                  muted: true,
                  cell: ({ block }) => block.askedByName,
                },
                {
                  ...{ key: 'show', title: '', acts: true },
                  cell: ({ block }) => (
                    <Button onClick={() => onDevice(block.deviceId)}>{text('block.show')}</Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryView>
    </div>
  );
}

function Reviews({ vehicle }: { readonly vehicle: (block: Block) => string }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { data = [] } = useBlocks('review');
  const review = useWrite({
    write: (api, block: Block) => actOnBlock(api, { block, act: 'review' }),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  if (data.length === 0) return null;
  return (
    <section className={classes.list} aria-label={text('block.review')}>
      <h2 className={classes.heading}>{text('block.review')}</h2>
      <DataTable
        label={text('block.review')}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { key: 'vehicle', title: text('block.vehicle'), cell: vehicle },
          { key: 'by', title: text('block.askedBy'), cell: ({ askedByName }) => askedByName },
          { key: 'at', title: '', muted: true, cell: ({ askedAt }) => formats.dateTime(askedAt) },
          { key: 'why', title: text('block.reason'), cell: ({ aloneReason }) => aloneReason },
          {
            ...{ key: 'act', title: '', acts: true },
            cell: (block) => (
              <Button
                busy={review.isPending && review.variables === block}
                onClick={() => review.mutate(block)}
              >
                {text('block.reviewDone')}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
