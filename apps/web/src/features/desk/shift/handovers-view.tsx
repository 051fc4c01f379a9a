import {
  type Handover,
  type HandoverItem,
  handoverListSchema,
  handoverSchema,
} from '@atalaia/contract/desk/shift';
import { mdiAccountSwitchOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useSession, useUserId } from '../../../lib/session/session-context.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import listClasses from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';
import classes from './handovers-view.module.css';

const handoversKey = ['desk-handovers'] as const;
const refreshMs = 15_000;

/** "Passagem de turno": a note over the list that is made for anybody who leaves, and what waits to be accepted (SHIFT-02). */
export function HandoversView() {
  const { text } = useTexts();
  const api = useApi();
  const session = useSession();
  const mayWork = session.phase === 'signed-in' && !session.person.readonly;
  const query = useQuery({
    queryKey: handoversKey,
    queryFn: ({ signal }) => api.json({ path: 'desk/handovers', signal }, z.array(handoverSchema)),
    refetchInterval: refreshMs,
  });
  return (
    <div className={listClasses.list}>
      {mayWork && <HandOver />}
      <h2 className={classes.title}>{text('desk.handoversReceived')}</h2>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={160} />}
      >
        {(handovers) =>
          handovers.length === 0 ? (
            <EmptyState icon={mdiAccountSwitchOutline} hint={text('desk.noHandovers')} />
          ) : (
            handovers.map((handover) => (
              <HandoverCard key={handover.id} handover={handover} mayWork={mayWork} />
            ))
          )
        }
      </QueryView>
    </div>
  );
}

function HandOver() {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  // an alarm that comes first leaves it where it was
  const [note = '', keepNote] = useKept<string>('handover');
  const list = useQuery({
    queryKey: [...handoversKey, 'list'],
    queryFn: ({ signal }) => api.json({ path: 'desk/handovers/list', signal }, handoverListSchema),
    refetchInterval: refreshMs,
  });
  const save = useWrite({
    ofForm: true,
    write: (writer) =>
      writer.json({ method: 'POST', path: 'desk/handovers', json: { note: note.trim() } }, handoverSchema),
    onSuccess() {
      keepNote(undefined);
      toasts.show('success', text('desk.handedOver'));
      void queries.invalidateQueries({ queryKey: handoversKey });
    },
  });
  return (
    <form
      className={classes.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') save.mutate();
      }}
    >
      <h2 className={classes.title}>{text('desk.handOver')}</h2>
      <QueryView
        query={list}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={60} />}
      >
        {(items) => <Items items={items} />}
      </QueryView>
      <TextArea
        label={text('desk.handoverNote')}
        value={note}
        maxLength={4000}
        onChange={({ currentTarget }) => keepNote(currentTarget.value)}
      />
      {save.error && <FormRefusal reason={refusedText(save.error, text, formats)} retryLabel={undefined} />}
      <span className={classes.acts}>
        <Button type="submit" kind="primary" busy={save.isPending} disabled={note.trim() === ''}>
          {text('desk.handOver')}
        </Button>
      </span>
    </form>
  );
}

function HandoverCard({ handover, mayWork }: { readonly handover: Handover; readonly mayWork: boolean }) {
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const userId = useUserId();
  const { id, userName, createdAt, note, items, acceptedAt, acceptedBy, escalatedAt } = handover;
  const accept = useWrite({
    write: (writer) =>
      writer.json({ method: 'POST', path: `desk/handovers/${id}/accept`, json: {} }, handoverSchema),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: handoversKey }),
  });
  return (
    <article className={classes.card} data-open={acceptedAt === null || undefined}>
      <p className={classes.head}>
        <b>{userName}</b> <span className={listClasses.note}>{formats.dateTime(createdAt)}</span>
      </p>
      <p className={classes.said} dir="auto">
        {note}
      </p>
      <Items items={items} />
      {acceptedAt !== null && acceptedBy !== null ? (
        <p className={listClasses.note}>
          {text('desk.handoverAccepted', { name: acceptedBy, date: formats.dateTime(acceptedAt) })}
        </p>
      ) : (
        <span className={classes.acts}>
          {escalatedAt !== null && <span className={classes.late}>{text('desk.handoverLate')}</span>}
          {mayWork && handover.userId !== userId && (
            <Button kind="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
              {text('desk.acceptHandover')}
            </Button>
          )}
        </span>
      )}
    </article>
  );
}

function Items({ items }: { readonly items: readonly HandoverItem[] }) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  if (items.length === 0) return <p className={listClasses.note}>{text('desk.handoverEmpty')}</p>;
  const words = ({ kind, what }: HandoverItem) =>
    kind === 'alarm'
      ? textOr(`alarm.${what}`, textOr(`eventType.${what}`, textOr(`callReason.${what}`, what)))
      : kind === 'command'
        ? textOr(`commandType.${what}`, what)
        : kind === 'sinister'
          ? textOr(`openingType.${what}`, what)
          : what;
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.id}`} className={classes.item}>
          <span className={classes.kind}>{text(`handoverItem.${item.kind}`)}</span>
          <bdi>{[item.deviceName, words(item)].filter(Boolean).join(' · ')}</bdi>
          <span className={listClasses.note}>{formats.dateTime(item.since)}</span>
        </li>
      ))}
    </ul>
  );
}
