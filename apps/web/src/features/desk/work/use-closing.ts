import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { AlarmOutcome } from '@atalaia/contract/desk/alarm-rule';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { claimNext, close, handleEvent } from '../desk-calls.ts';
import { isStale, refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import { useDraft } from './use-draft.ts';

export const outcomeName = (
  { key, name }: Pick<AlarmOutcome, 'key' | 'name'>,
  textOr: TextsState['textOr'],
): string => (key === null ? name : textOr(`alarmOutcome.${key}`, name));

interface Closing {
  /** Null: its event is handled with the text, as "Tratado". */
  readonly outcome: AlarmOutcome | null;
  readonly next: boolean;
  readonly overrideReason?: string;
}

interface UseClosingParts {
  readonly alarm: AlarmDetail;
  /** It is closed; the next one was taken with it, or null. */
  readonly onClosed: (nextId: number | null) => void;
  readonly onNoteMissing: () => void;
}

/** The text that an alarm is closed with, the outcome that waits for it, and the closing itself (DESK-08). */
export function useClosing({ alarm, onClosed, onNoteMissing }: UseClosingParts) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { desk } = useLive();
  const takeIn = useTakeIn();
  const isSupervisor = useDeskRole() === 'supervisor';
  const draft = useDraft(alarm.id, alarm.draft?.text);
  /** It was pressed, and waits for its note. */
  const [chosen, choose] = useState<AlarmOutcome | null>(null);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const [refused, setRefused] = useState<Closing | null>(null);

  // Not by what is drawn: a second press before the page has drawn would do it twice.
  const isSending = useRef(false);
  // Not of the form: the live channel may say that it is closed, and the form be gone, before the answer comes.
  const write = useWrite({
    async write(writer, { outcome, next, overrideReason }: Closing) {
      draft.rest();
      const note = draft.text.trim();
      if (outcome === null) {
        await handleEvent(writer, alarm.events[0]?.eventId ?? 0, note);
        try {
          return { closed: null, next: (await claimNext(writer)).alarm, nextError: undefined };
        } catch (nextError) {
          // it is handled all the same: a second try would handle it twice
          return { closed: null, next: null, nextError };
        }
      }
      const { alarm: closed, next: taken } = await close(writer, alarm, {
        outcomeId: outcome.id,
        next,
        ...(note && { note }),
        ...(overrideReason && { overrideReason }),
      });
      return { closed, next: taken, nextError: undefined };
    },
    onSuccess({ closed, next, nextError }, { outcome }) {
      draft.drop();
      setRefused(null);
      if (closed) takeIn(closed);
      if (next) takeIn(next);
      toasts.show(
        'success',
        outcome ? text('desk.closed', { outcome: outcomeName(outcome, textOr) }) : text('event.handled'),
      );
      if (nextError !== undefined) {
        desk.load();
        toasts.show('failure', text('desk.nextFailed', { reason: refusedText(nextError, text, formats) }));
      }
      onClosed(next?.id ?? null);
    },
    onSettled() {
      isSending.current = false;
    },
    onError(error, closing) {
      draft.type(draft.text);
      if (isStale(error)) desk.load();
      if (error instanceof ApiError && error.code === 'note-required') {
        choose(closing.outcome);
        setNoteMissing(true);
      }
      if (error instanceof ApiError && error.code === 'steps-open' && isSupervisor) setRefused(closing);
    },
  });

  function send(closing: Closing): void {
    if (isSending.current) return;
    const { outcome } = closing;
    const isEmpty = draft.text.trim() === '';
    const needsNote = outcome ? outcome.requiresNote || alarm.requiresNote : true;
    if (isEmpty && needsNote) {
      choose(outcome);
      setNoteMissing(true);
      onNoteMissing();
      return;
    }
    setNoteMissing(false);
    begin(closing);
  }

  function begin(closing: Closing): void {
    if (isSending.current) return;
    isSending.current = true;
    write.mutate(closing);
  }

  return {
    ...{ draft, chosen, isNoteMissing },
    isPending: write.isPending,
    /** Of the last try. */
    error: write.error,
    /** A supervisor may close although steps are open. */
    mayOverride: refused !== null,
    type(typed: string): void {
      setNoteMissing(false);
      draft.type(typed);
    },
    closeAs: (outcome: AlarmOutcome) => send({ outcome, next: false }),
    /** What was pressed or, without an outcome, the event is handled with the text; a call has no event. */
    sendAndNext(): void {
      if (chosen || alarm.events.length > 0) send({ outcome: chosen, next: true });
      else setNoteMissing(true);
    },
    override(overrideReason: string): void {
      if (refused) begin({ ...refused, overrideReason });
    },
    dropOverride: () => setRefused(null),
  };
}
