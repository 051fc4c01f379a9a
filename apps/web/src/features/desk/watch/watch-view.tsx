import { mdiEyeOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useWatchedQuery, watchedKey } from '../../../lib/desk/use-watched-devices.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from '../desk-lists.module.css';

/** Vehicles that need an eye, each with why and until when (SHIFT-03). */
export function WatchView({ onDevice }: { readonly onDevice: (deviceId: number) => void }) {
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const query = useWatchedQuery();
  const end = useWrite({
    write: (writer, id: number) => writer.send({ method: 'DELETE', path: `watched-devices/${id}` }),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: watchedKey }),
  });
  return (
    <div className={classes.list}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {(watched) =>
          watched.length === 0 ? (
            <EmptyState icon={mdiEyeOutline} hint={text('desk.noneWatched')} />
          ) : (
            <DataTable
              label={text('desk.watched')}
              rows={watched}
              keyOf={({ id }) => id}
              columns={[
                {
                  key: 'what',
                  title: text('desk.vehicle'),
                  cell: ({ deviceId, deviceName }) => (
                    <button type="button" className={classes.open} onClick={() => onDevice(deviceId)}>
                      {deviceName}
                    </button>
                  ),
                },
                { key: 'reason', title: text('desk.reason'), cell: ({ reason }) => reason },
                { key: 'by', title: text('desk.by'), muted: true, cell: ({ createdBy }) => createdBy },
                { key: 'until', title: text('desk.until'), cell: ({ until }) => formats.dateTime(until) },
                {
                  key: 'end',
                  title: '',
                  cell: ({ id }) => (
                    <Button busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                      {text('desk.endWatch')}
                    </Button>
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
