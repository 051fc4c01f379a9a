import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from '../desk-lists.module.css';

interface Ending {
  readonly id: number;
  readonly createdBy: string | null;
  readonly until: string;
}

interface UntilListProps<Row extends Ending> {
  readonly title: TextKey;
  readonly query: UseQueryResult<readonly Row[]>;
  readonly queryKey: readonly unknown[];
  /** Where one is ended, below the API's root. */
  readonly path: string;
  readonly whatTitle: TextKey;
  readonly what: (row: Row) => ReactNode;
  readonly reason: (row: Row) => string;
  readonly endLabel: TextKey;
  readonly empty: { readonly icon: string; readonly hint: TextKey };
}

/** What holds for a time: of what, why, by whom and until when; each is ended here (DESK-16, SHIFT-03). */
export function UntilList<Row extends Ending>({ query, queryKey, path, ...list }: UntilListProps<Row>) {
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const end = useWrite({
    write: (writer, id: number) => writer.send({ method: 'DELETE', path: `${path}/${id}` }),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <div className={classes.list}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={list.empty.icon} hint={text(list.empty.hint)} />
          ) : (
            <DataTable
              label={text(list.title)}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { key: 'what', title: text(list.whatTitle), cell: list.what },
                { key: 'reason', title: text('desk.reason'), cell: list.reason },
                { key: 'by', title: text('desk.by'), muted: true, cell: ({ createdBy }) => createdBy },
                { key: 'until', title: text('desk.until'), cell: ({ until }) => formats.dateTime(until) },
                {
                  ...{ key: 'end', title: '', acts: true },
                  cell: ({ id }) => (
                    <Button busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                      {text(list.endLabel)}
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
