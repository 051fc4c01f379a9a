import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { AlarmOutcome } from '@atalaia/contract/desk/alarm-rule';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { claimNext, close, handleEvent, listOutcomes } from '../desk-calls.ts';
import { isStale, refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import { useDraft } from './use-draft.ts';
import classes from './ways-out.module.css';

interface WaysOutProps {
  readonly alarm: AlarmDetail;
  /** The page that hears the keys. */
  readonly page: RefObject<HTMLElement | null>;
  /** It is closed; the next one was taken with it, or null. */
  readonly onClosed: (nextId: number | null) => void;
}

/** Keys of the outcomes in their order: those that a browser needs for itself are left out. */
const outcomeKeys = ['F2', 'F3', 'F4', 'F6', 'F7', 'F8', 'F9'] as const;

/** Characters; the field takes no more. */
const longestNote = 10_000;

interface Closing {
  readonly outcome: AlarmOutcome | null;
  readonly next: boolean;
  readonly overrideReason?: string;
}

/** The text and the outcomes: a preset one closes in one click, Ctrl+Enter sends the text and opens the next (DESK-08). */
export function WaysOut({ alarm, page, onClosed }: WaysOutProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { desk } = useLive();
  const takeIn = useTakeIn();
  const isSupervisor = useDeskRole() === 'supervisor';
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(alarm.id, alarm.draft?.text, true);
  /** It was pressed, and waits for its note. */
  const [chosen, choose] = useState<AlarmOutcome | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [refused, setRefused] = useState<Closing | null>(null);
  const { data: outcomes } = useQuery({
    queryKey: ['alarm-outcomes'],
    queryFn: ({ signal }) => listOutcomes(api, signal),
    staleTime: 60_000,
    select: (all) => all.filter(({ builtIn }) => !builtIn),
  });
  // where steps are to be done first, keys are theirs
  const hasSteps = useRef(alarm.openSteps > 0);
  useEffect(() => {
    if (!hasSteps.current) field.current?.focus();
  }, []);

  const nameOf = ({ key, name }: AlarmOutcome) => (key === null ? name : textOr(`alarmOutcome.${key}`, name));
  // Not of the form: the live channel may say that it is closed, and the form be gone, before the answer comes.
  const write = useWrite({
    async write(writer, { outcome, next, overrideReason }: Closing) {
      draft.rest();
      const note = draft.text.trim();
      if (outcome === null) {
        await handleEvent(writer, alarm.events[0]?.eventId ?? 0, note);
        return { closed: null, next: (await claimNext(writer)).alarm };
      }
      const { alarm: closed, next: taken } = await close(writer, alarm, {
        outcomeId: outcome.id,
        next,
        ...(note && { note }),
        ...(overrideReason && { overrideReason }),
      });
      return { closed, next: taken };
    },
    onSuccess({ closed, next }, { outcome }) {
      draft.drop();
      setRefused(null);
      if (closed) takeIn(closed);
      if (next) takeIn(next);
      toasts.show(
        'success',
        outcome ? text('desk.closed', { outcome: nameOf(outcome) }) : text('event.handled'),
      );
      onClosed(next?.id ?? null);
    },
    onError(error, closing) {
      draft.type(draft.text);
      if (isStale(error)) desk.load();
      if (error instanceof ApiError && error.code === 'note-required') {
        choose(closing.outcome);
        setMissing(true);
      }
      if (error instanceof ApiError && error.code === 'steps-open' && isSupervisor) setRefused(closing);
    },
  });

  function send(closing: Closing): void {
    if (write.isPending) return;
    const { outcome } = closing;
    const isEmpty = draft.text.trim() === '';
    const needsNote = outcome ? outcome.requiresNote || alarm.requiresNote : true;
    if (isEmpty && needsNote) {
      choose(outcome);
      setMissing(true);
      field.current?.focus();
      return;
    }
    setMissing(false);
    write.mutate(closing);
  }

  useKeys(page, [
    ...(outcomes ?? []).slice(0, outcomeKeys.length).map((outcome, at) => ({
      key: outcomeKeys[at] ?? '',
      inFields: true,
      act: () => send({ outcome, next: false }),
    })),
    {
      ...{ key: 'Enter', ctrl: true, inFields: true },
      // Without an outcome the event is handled with the text, as "Tratado"; a call has no event.
      act: () =>
        chosen || alarm.events.length > 0 ? send({ outcome: chosen, next: true }) : setMissing(true),
    },
  ]);

  const error = isMissing
    ? chosen
      ? text('desk.noteFor', { outcome: nameOf(chosen) })
      : text('desk.writeOrChoose')
    : undefined;
  return (
    <div className={classes.out}>
      <TextArea
        ref={field}
        label={text('desk.note')}
        description={
          alarm.draft && alarm.draft.text !== '' && draft.text === alarm.draft.text
            ? text('desk.draftOf', {
                name: alarm.draft.userName,
                date: formats.dateTime(alarm.draft.updatedAt),
              })
            : undefined
        }
        error={error}
        minRows={2}
        maxRows={6}
        maxLength={longestNote}
        value={draft.text}
        onChange={({ currentTarget }) => {
          setMissing(false);
          draft.type(currentTarget.value);
        }}
      />
      {write.isError && !refused && (
        <p className={classes.refused} role="alert">
          {refusedText(write.error, text, formats)}
        </p>
      )}
      <fieldset className={classes.chips}>
        <legend className={classes.legend}>{text('desk.closeAs')}</legend>
        {outcomes?.map((outcome, at) => (
          <button
            key={outcome.id}
            type="button"
            className={classes.chip}
            disabled={write.isPending}
            aria-pressed={chosen?.id === outcome.id}
            onClick={() => send({ outcome, next: false })}
          >
            {nameOf(outcome)}
            {outcomeKeys[at] && <kbd className={classes.key}>{outcomeKeys[at]}</kbd>}
          </button>
        ))}
      </fieldset>
      <Button
        kind="primary"
        fullWidth
        busy={write.isPending}
        onClick={() => send({ outcome: chosen, next: true })}
      >
        {text('desk.sendAndNext')}
      </Button>
      {refused && (
        <OverrideDialog
          reason={refusedText(write.error, text, formats)}
          busy={write.isPending}
          onAct={(overrideReason) => write.mutate({ ...refused, overrideReason })}
          onClose={() => setRefused(null)}
        />
      )}
    </div>
  );
}

interface OverrideDialogProps {
  /** Which steps are open. */
  readonly reason: string;
  readonly busy: boolean;
  readonly onAct: (overrideReason: string) => void;
  readonly onClose: () => void;
}

/** A supervisor closes although required steps are open, and says why (DESK-08). */
export function OverrideDialog({ reason, busy, onAct, onClose }: OverrideDialogProps) {
  const { text } = useTexts();
  const [why, setWhy] = useState('');
  return (
    <Dialog opened title={text('desk.overrideTitle')} closeLabel={text('action.close')} onClose={onClose}>
      <p>{reason}</p>
      <TextArea
        label={text('desk.overrideReason')}
        data-autofocus
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <DialogFoot>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button kind="danger" busy={busy} disabled={why.trim() === ''} onClick={() => onAct(why.trim())}>
          {text('desk.overrideAct')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
