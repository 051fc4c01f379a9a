import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { listOutcomes } from '../desk-calls.ts';
import { closingRefusedText } from '../refused.ts';
import { outcomeName, useClosing } from './use-closing.ts';
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

/** The text and the outcomes: a preset one closes in one click, Ctrl+Enter sends the text and opens the next (DESK-08). */
export function WaysOut({ alarm, page, onClosed }: WaysOutProps) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const api = useApi();
  const field = useRef<HTMLTextAreaElement>(null);
  const closing = useClosing({ alarm, onClosed, onNoteMissing: () => field.current?.focus() });
  const { draft, chosen, isPending, error } = closing;
  const { data: outcomes = [] } = useQuery({
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
  useKeys(page, [
    ...outcomes.slice(0, outcomeKeys.length).map((outcome, at) => ({
      key: outcomeKeys[at] ?? '',
      inFields: true,
      act: () => closing.closeAs(outcome),
    })),
    { ...{ key: 'Enter', ctrl: true, inFields: true }, act: closing.sendAndNext },
  ]);

  const noteMissing = chosen
    ? text('desk.noteFor', { outcome: outcomeName(chosen, textOr) })
    : text('desk.writeOrChoose');
  const refusal = error ? closingRefusedText(error, texts, formats) : '';
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
        error={closing.isNoteMissing ? noteMissing : undefined}
        minRows={2}
        maxRows={6}
        maxLength={longestNote}
        value={draft.text}
        onChange={({ currentTarget }) => closing.type(currentTarget.value)}
      />
      {draft.isUnsaved && (
        <p className={classes.refused} role="status">
          {text('desk.draftUnsaved')}
        </p>
      )}
      {error && !closing.mayOverride && (
        <p className={classes.refused} role="alert">
          {refusal}
        </p>
      )}
      <fieldset className={parts.chips}>
        <legend className={parts.legend}>{text('desk.closeAs')}</legend>
        {outcomes.map((outcome, at) => (
          <button
            key={outcome.id}
            type="button"
            className={parts.chip}
            disabled={isPending}
            aria-pressed={chosen?.id === outcome.id}
            onClick={() => closing.closeAs(outcome)}
          >
            {outcomeName(outcome, textOr)}
            {outcomeKeys[at] && <kbd className={classes.key}>{outcomeKeys[at]}</kbd>}
          </button>
        ))}
      </fieldset>
      <Button kind="primary" fullWidth busy={isPending} onClick={closing.sendAndNext}>
        {text('desk.sendAndNext')}
      </Button>
      {closing.mayOverride && (
        <OverrideDialog
          reason={refusal}
          busy={isPending}
          onAct={closing.override}
          onClose={closing.dropOverride}
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
