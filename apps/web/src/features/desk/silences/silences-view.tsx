import { type Silence, silenceSchema } from '@atalaia/contract/desk/silence';
import { mdiBellOffOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
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

/** Vehicles and customers whose events open no alarm for now, each with why and until when (DESK-16). */
export function SilencesView() {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['silences'],
    queryFn: ({ signal }) => api.json({ path: 'silences', signal }, z.array(silenceSchema)),
    refetchInterval: 30_000,
  });
  const end = useWrite({
    write: (writer, id: number) => writer.send({ method: 'DELETE', path: `silences/${id}` }),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['silences'] }),
  });
  const whatOf = ({ deviceName, plate, customerName }: Silence) =>
    [deviceName ?? customerName, plate !== deviceName && plate].filter(Boolean).join(' · ');
  return (
    <div className={classes.list}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {(silences) =>
          silences.length === 0 ? (
            <EmptyState icon={mdiBellOffOutline} hint={text('desk.noSilences')} />
          ) : (
            <DataTable
              label={text('desk.silences')}
              rows={silences}
              keyOf={({ id }) => id}
              columns={[
                { key: 'what', title: text('desk.vehicleOrCustomer'), cell: whatOf },
                {
                  key: 'reason',
                  title: text('desk.reason'),
                  cell: ({ reason, note }) =>
                    [text(`silenceReason.${reason}`), note].filter(Boolean).join(': '),
                },
                { key: 'by', title: text('desk.by'), muted: true, cell: ({ createdBy }) => createdBy },
                { key: 'until', title: text('desk.until'), cell: ({ until }) => formats.dateTime(until) },
                {
                  key: 'end',
                  title: '',
                  cell: ({ id }) => (
                    <Button busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                      {text('desk.endSilence')}
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
