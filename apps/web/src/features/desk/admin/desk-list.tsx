import { mdiArrowDown, mdiArrowUp, mdiPencilOutline, mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { FormContext, FormDefinition } from '../../../resources/form/form-definition.ts';
import { ResourceForm } from '../../../resources/form/resource-form.tsx';
import { useResourceFormContext } from '../../../resources/form/use-resource-form-context.ts';
import { useMayWrite } from '../../../resources/use-may-write.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx';
import { Question } from '../../../ui/window/question.tsx';
import classes from './desk-list.module.css';

/** A short list of the desk's settings, all of it at once, as data. */
export interface DeskNoun<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly title: TextKey;
  readonly hint: TextKey;
  /** Below the API's root. */
  readonly path: string;
  readonly schema: z.ZodType<Row>;
  readonly nameOf: (row: Row, context: FormContext) => string;
  readonly columns: (context: FormContext) => readonly TableColumn<Row>[];
  readonly form: FormDefinition<Row, Values>;
  /** The server's own rows are not changed. */
  readonly isFixed?: (row: Row) => boolean;
  /** Where the order of all rows is sent; absent where none matters. */
  readonly orderPath?: string;
}

interface DeskListProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly noun: DeskNoun<Row, Values>;
}

/** The list with its form beside it; order, where it decides, by two buttons. */
export function DeskList<Row extends { readonly id: number }, Values extends FieldValues>({
  noun,
}: DeskListProps<Row, Values>) {
  const context = useResourceFormContext();
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const mayWrite = useMayWrite({}) && context?.profile === 'admin';
  const [edited, edit] = useState<Row | 'new' | null>(null);
  const [leaving, remove] = useState<Row | null>(null);
  const queryKey = ['resource', noun.path, 'all'];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.json({ path: noun.path, signal }, z.array(noun.schema)),
  });
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: [noun.path] }),
      queries.invalidateQueries({ queryKey: ['desk-choices', noun.path] }),
    ]);
  const removal = useWrite({
    write: (writer, id: number) => writer.send({ method: 'DELETE', path: `${noun.path}/${id}` }),
    onSuccess: () => remove(null),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: reload,
  });
  const order = useWrite({
    write: (writer, ids: readonly number[]) =>
      writer.send({ method: 'PUT', path: noun.orderPath ?? '', json: { ids } }),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: reload,
  });
  const part = useRef<HTMLDivElement>(null);
  const add = () => leaveGuard.leave(() => edit('new'));
  useKeys(part, [{ key: 'F1', inFields: true, unless: () => !mayWrite || edited === 'new', act: add }]);
  if (!context) return null;
  const close = () => leaveGuard.leave(() => edit(null));

  return (
    <div ref={part} className={classes.screen} data-open={edited !== null || undefined}>
      <div className={classes.list}>
        <div className={classes.bar}>
          <p className={classes.hint}>{text(noun.hint)}</p>
          {mayWrite && (
            <Button kind="primary" icon={mdiPlus} onClick={add}>
              {text('list.add')}
            </Button>
          )}
        </div>
        <QueryView
          query={query}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={240} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={mdiPlus} hint={text('desk.nothingYet')} />
            ) : (
              <DataTable
                label={text(noun.title)}
                rows={rows}
                keyOf={({ id }) => id}
                busy={order.isPending}
                columns={[
                  ...noun.columns(context),
                  {
                    ...{ key: 'acts', title: '', acts: true },
                    cell: (row) =>
                      mayWrite &&
                      !noun.isFixed?.(row) && (
                        <RowActs
                          name={noun.nameOf(row, context)}
                          onEdit={() => leaveGuard.leave(() => edit(row))}
                          onRemove={() => remove(row)}
                          onMove={noun.orderPath ? (by) => order.mutate(moved(rows, row, by)) : undefined}
                        />
                      ),
                  },
                ]}
              />
            )
          }
        </QueryView>
      </div>
      {edited !== null && (
        <div className={classes.pane}>
          <ResourceForm
            key={edited === 'new' ? 'new' : edited.id}
            form={noun.form}
            place={noun}
            opened={edited === 'new' ? undefined : { row: edited, revision: undefined }}
            name={edited === 'new' ? undefined : noun.nameOf(edited, context)}
            context={context}
            onSaved={() => {
              edit(null);
              void reload();
            }}
            onBack={close}
          />
        </div>
      )}
      {leaving && (
        <Question
          title={text('desk.removeTitle')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('desk.remove')}
          busy={removal.isPending}
          onAct={() => removal.mutate(leaving.id)}
          onClose={() => remove(null)}
        >
          {text('desk.removeOf', { name: noun.nameOf(leaving, context) })}
        </Question>
      )}
    </div>
  );
}

/** Every row's number in the order that follows when one moves. */
export function moved<Row extends { readonly id: number }>(
  rows: readonly Row[],
  row: Row,
  by: 1 | -1,
): readonly number[] {
  const ids = rows.map(({ id }) => id);
  const from = ids.indexOf(row.id);
  const to = from + by;
  if (to < 0 || to >= ids.length) return ids;
  ids.splice(from, 1);
  ids.splice(to, 0, row.id);
  return ids;
}

interface RowActsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onMove: ((by: 1 | -1) => void) | undefined;
}

function RowActs({ name, onEdit, onRemove, onMove }: RowActsProps) {
  const { text } = useTexts();
  return (
    <span className={classes.acts}>
      {onMove && (
        <>
          <IconButton
            size={28}
            name={text('desk.moveUp', { name })}
            icon={mdiArrowUp}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size={28}
            name={text('desk.moveDown', { name })}
            icon={mdiArrowDown}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton size={28} name={text('desk.editOf', { name })} icon={mdiPencilOutline} onClick={onEdit} />
      <IconButton
        size={28}
        name={text('desk.removeIt', { name })}
        icon={mdiTrashCanOutline}
        onClick={onRemove}
      />
    </span>
  );
}
