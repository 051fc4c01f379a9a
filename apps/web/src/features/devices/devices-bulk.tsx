/** One change of many devices, and the way back from it for half a minute. */
import { type BulkChange, bulkChangeSchema } from '@atalaia/contract/devices/device';
import { categories } from '@atalaia/domain/catalog/categories';
import { mdiUndoVariant } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText, refusalMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import type { BulkProps, BulkSelection } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRefusal, Refusal } from '../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './devices-bulk.module.css';

type Act = 'groupId' | 'customerId' | 'category' | 'enable' | 'disable' | 'remove';

const acts: readonly Act[] = ['groupId', 'customerId', 'category', 'disable', 'enable', 'remove'];

const changesKey = ['devices-bulk'] as const;

/** What may be done with the marked devices. */
export function DevicesBulk({ selection, onDone }: BulkProps) {
  const { text } = useTexts();
  const [act, setAct] = useState<Act>();
  return (
    <>
      {acts.map((one) => (
        <Button key={one} kind={one === 'remove' ? 'danger' : 'default'} onClick={() => setAct(one)}>
          {text(`bulk.${one}`)}
        </Button>
      ))}
      {act && (
        <BulkDialog
          key={act}
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
  readonly act: Act;
  readonly selection: BulkSelection;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function changeOf(act: Act, chosen: string): object {
  if (act === 'remove') return { remove: true };
  if (act === 'enable' || act === 'disable') return { disabled: act === 'disable' };
  if (act === 'category') return { category: chosen || null };
  return { [act]: Number(chosen || 0) };
}

/** Asks once, with the number of devices in the question. */
function BulkDialog({ act, selection: { ids, filter, count }, onClose, onDone }: BulkDialogProps) {
  const { text, textOr } = useTexts();
  const queries = useQueryClient();
  const [chosen, choose] = useState('');
  const send = useWrite({
    ofForm: true,
    write: (api) => {
      const json = { change: changeOf(act, chosen), ...(ids ? { deviceIds: ids } : { filter }) };
      return api.json({ method: 'POST', path: 'devices/bulk', json }, bulkChangeSchema);
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: changesKey });
      onDone();
    },
  });
  return (
    <Dialog opened title={text(`bulk.${act}`)} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <p className={classes.question}>{text(`bulk.${act}Question`, { count })}</p>
        {(act === 'groupId' || act === 'customerId') && (
          <ReferenceField
            label={text(act === 'groupId' ? 'device.group' : 'device.customer')}
            path={act === 'groupId' ? 'groups' : 'customers'}
            placeholder={text('bulk.none')}
            clearLabel={text('action.clear')}
            chosen={chosen}
            onChoose={choose}
          />
        )}
        {act === 'category' && (
          <SelectField
            labelled
            searchable
            label={text('device.category')}
            placeholder={text('bulk.none')}
            clearLabel={text('action.clear')}
            nothingFound={text('selector.empty')}
            options={categories.map((value) => ({ value, label: textOr(`category.${value}`, value) }))}
            chosen={chosen === '' ? null : (chosen as (typeof categories)[number])}
            onChoose={(value) => choose(value ?? '')}
          />
        )}
        {send.error && <FormRefusal {...refusalMessage(send.error, text)} />}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind={act === 'remove' ? 'danger' : 'primary'} busy={send.isPending}>
            {text(`bulk.${act}Do`)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Every change of his that can still be undone, with the seconds that are left; a reload keeps it. */
export function DevicesUndo() {
  const api = useApi();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: changesKey,
    queryFn: ({ signal }) => api.json({ path: 'devices/bulk', signal }, z.array(bulkChangeSchema)),
    refetchInterval: (query) => (query.state.data?.length ? 5_000 : false),
    retry: false,
  });
  return data?.map((change) => <UndoBar key={change.id} change={change} readAt={dataUpdatedAt} />);
}

function UndoBar({ change, readAt }: { readonly change: BulkChange; readonly readAt: number }) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const left = useSecondsLeft(readAt + change.secondsLeft * 1000);
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: changesKey }),
      queries.invalidateQueries({ queryKey: ['resource'] }),
    ]);
  const undo = useWrite({
    write: (api) => api.send({ method: 'POST', path: `devices/bulk/${change.id}/undo`, json: {} }),
    async onSuccess() {
      toasts.show('success', text('bulk.undone'));
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
  const said = { count: change.count, seconds: left };
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
