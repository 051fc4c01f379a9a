/** One change of many marked rows, and the way back from it for half a minute. */
import {
  type BulkChange,
  type BulkRefused,
  type BulkUndone,
  bulkChangeSchema,
  bulkUndoneSchema,
} from '@atalaia/contract/bulk-change';
import { mdiUndoVariant } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { failureText, refusalMessage } from '../../lib/texts/failure-text.ts';
import type { TextsState } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRefusal, Refusal } from '../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import { ReferenceField } from '../form/reference-field.tsx';
import type { Bulk, BulkAct, BulkProps, BulkSelection } from '../resource.ts';
import classes from './bulk.module.css';

/** Of a list that many rows of can be changed at once. */
export interface BulkList {
  readonly path: string;
  readonly bulk: Bulk;
}

const changesKey = ({ path }: BulkList) => ['bulk', path] as const;

/** "3 users". */
function useRows({ noun }: Bulk) {
  const { text } = useTexts();
  return (count: number) => text(`bulk.rows.${noun}`, { count });
}

/** What may be done with the marked rows. */
export function BulkActs({ list, selection, onDone }: BulkProps & { readonly list: BulkList }) {
  const { text } = useTexts();
  const session = useSession();
  const [act, setAct] = useState<BulkAct>();
  const { acts, More } = list.bulk;
  const isAdmin = session.phase === 'signed-in' && session.profile === 'admin';
  return (
    <>
      {acts
        .filter(({ ofAdmins }) => isAdmin || !ofAdmins)
        .map((one) => (
          <Button
            key={one.key}
            kind={one.key === 'remove' ? 'danger' : 'default'}
            onClick={() => setAct(one)}
          >
            {text(`bulk.${one.key}`)}
          </Button>
        ))}
      {More && <More selection={selection} onDone={onDone} />}
      {act && (
        <BulkDialog
          key={act.key}
          list={list}
          act={act}
          selection={selection}
          onClose={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

interface BulkDialogProps {
  readonly list: BulkList;
  readonly act: BulkAct;
  readonly selection: BulkSelection;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function changeOf(act: BulkAct, chosen: string): object {
  if (act.key === 'remove') return { remove: true };
  if (act.key === 'enable' || act.key === 'disable') return { disabled: act.key === 'disable' };
  return { [act.key]: act.path ? Number(chosen || 0) : chosen || null };
}

/** Asks once, with the number of rows in the question; and says which of them were refused. */
function BulkDialog({ list, act, selection, onClose, onDone }: BulkDialogProps) {
  const { text, textOr } = useTexts();
  const rows = useRows(list.bulk)(selection.count);
  const queries = useQueryClient();
  const [chosen, choose] = useState('');
  const send = useWrite({
    ofForm: true,
    write: (api) => {
      const { ids, filter, count } = selection;
      const json = { change: changeOf(act, chosen), ...(ids ? { ids } : { filter, count }) };
      return api.json({ method: 'POST', path: `${list.path}/bulk`, json }, bulkChangeSchema);
    },
    async onSuccess({ refused }) {
      await queries.invalidateQueries({ queryKey: changesKey(list) });
      if (refused) await queries.invalidateQueries({ queryKey: ['resource'] });
      else onDone();
    },
    // the question then has the number that it is now
    async onError(error) {
      if (error instanceof ApiError && error.code === 'list-changed')
        await queries.invalidateQueries({ queryKey: ['resource'] });
    },
  });
  const refused = send.data?.refused;
  const means = textOr(`bulk.${act.key}Means.${list.bulk.noun}`, '');
  const common = { placeholder: text('bulk.none'), clearLabel: text('action.clear') };
  return (
    <Dialog
      opened
      title={text(`bulk.${act.key}`)}
      closeLabel={text('action.close')}
      onClose={refused ? onDone : onClose}
    >
      {refused ? (
        <RefusedRows refused={refused} list={list} onClose={onDone} />
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate();
          }}
        >
          <p className={classes.question}>{[text(`bulk.${act.key}Question`, { rows }), means].join(' ')}</p>
          {act.path && (
            <ReferenceField
              {...common}
              label={text(act.label)}
              path={act.path}
              chosen={chosen}
              onChoose={choose}
            />
          )}
          {act.options && (
            <SelectField
              {...common}
              labelled
              searchable
              required={act.required ?? false}
              label={text(act.label)}
              nothingFound={text('selector.empty')}
              options={act.options({ text, textOr })}
              chosen={chosen || null}
              onChoose={(value) => choose(value ?? '')}
            />
          )}
          {send.error && <FormRefusal {...refusalMessage(send.error, text)} />}
          <DialogFoot>
            <Button onClick={onClose}>{text('action.cancel')}</Button>
            <Button
              type="submit"
              kind={act.key === 'remove' ? 'danger' : 'primary'}
              busy={send.isPending}
              disabled={Boolean(act.options && act.required && chosen === '')}
            >
              {text(`bulk.${act.key}Do`)}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  );
}

interface RefusedRowsProps {
  readonly refused: BulkRefused;
  readonly list: BulkList;
  readonly onClose: () => void;
}

/** Which rows stay as they are, and why. */
function RefusedRows({ refused: { count, named }, list, onClose }: RefusedRowsProps) {
  const { text, textOr } = useTexts();
  const rows = useRows(list.bulk)(count);
  const part = useRef<HTMLDivElement>(null);
  // what had the focus is gone, and Escape is this window's as long as the focus is in it
  useEffect(() => part.current?.focus(), []);
  return (
    <div ref={part} className={classes.form} role="alert" tabIndex={-1}>
      <p className={classes.question}>{text('bulk.refused', { rows })}</p>
      <ul className={classes.refused}>
        {named.map(({ id, name, code }) => (
          <li key={id}>
            <b>{name}</b> {whyOf(code, { text, textOr })}
          </li>
        ))}
        {count > named.length && <li>{text('bulk.refusedMore', { count: count - named.length })}</li>}
      </ul>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          {text('action.close')}
        </Button>
      </DialogFoot>
    </div>
  );
}

type Words = Pick<TextsState, 'text' | 'textOr'>;

const whyOf = (code: BulkRefused['named'][number]['code'], { text, textOr }: Words) =>
  textOr(`bulk.why.${code}`, text(`apiError.${code}`));

/** A toast has room for so many rows by name. */
const mostNamed = 3;

/** Of how many rows a change is undone and of how many it is not, with some of these and why. */
export function undoneText(
  { count, refused }: BulkUndone,
  rows: (count: number) => string,
  words: Words,
): string {
  const undone = words.text('bulk.undone', { rows: rows(count) });
  if (!refused) return undone;
  const named = refused.named.slice(0, mostNamed).map(({ name, code }) => `${name}: ${whyOf(code, words)}`);
  return [undone, words.text('bulk.notUndone', { rows: rows(refused.count) }), ...named].join(' ');
}

/** Every change of his that can still be undone, with the seconds that are left; a reload keeps it. */
export function BulkUndo({ list }: { readonly list: BulkList }) {
  const api = useApi();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: changesKey(list),
    queryFn: ({ signal }) => api.json({ path: `${list.path}/bulk`, signal }, z.array(bulkChangeSchema)),
    refetchInterval: (query) => (query.state.data?.length ? 5_000 : false),
    retry: false,
  });
  return data?.map((change) => (
    <UndoBar key={change.id} list={list} change={change} readAt={dataUpdatedAt} />
  ));
}

interface UndoBarProps {
  readonly list: BulkList;
  readonly change: BulkChange;
  readonly readAt: number;
}

function UndoBar({ list, change, readAt }: UndoBarProps) {
  const { text, textOr } = useTexts();
  const rowsOf = useRows(list.bulk);
  const rows = rowsOf(change.count);
  const queries = useQueryClient();
  const left = useSecondsLeft(readAt + change.secondsLeft * 1000);
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: changesKey(list) }),
      queries.invalidateQueries({ queryKey: ['resource'] }),
    ]);
  const undo = useWrite({
    write: (api) =>
      api.json({ method: 'POST', path: `${list.path}/bulk/${change.id}/undo`, json: {} }, bulkUndoneSchema),
    async onSuccess(undone) {
      toasts.show(undone.refused ? 'failure' : 'success', undoneText(undone, rowsOf, { text, textOr }));
      await renew();
    },
  });
  const isOver = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its time is over
  useEffect(() => {
    if (isOver) void renew();
  }, [isOver]);
  if (isOver) return null;
  const isRemoval = change.act === 'remove';
  const said = { rows, seconds: left };
  return (
    <div className={classes.undo} role="status" data-removes={isRemoval || undefined}>
      <span>{text(isRemoval ? 'bulk.removing' : 'bulk.changed', said)}</span>
      <Button icon={mdiUndoVariant} busy={undo.isPending} onClick={() => undo.mutate()}>
        {text('bulk.undo', { seconds: left })}
      </Button>
      {undo.error && <Refusal>{failureText(undo.error, text)}</Refusal>}
    </div>
  );
}

function useSecondsLeft(untilMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(Math.ceil((untilMs - nowMs) / 1000), 0);
}
