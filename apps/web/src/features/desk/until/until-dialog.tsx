import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import classes from '../desk-lists.module.css';
import { refusedText } from '../refused.ts';

/** What holds for a vehicle until a time: that it is silenced, or watched. */
export interface Temporary {
  readonly title: string;
  readonly hint: TextKey;
  /** Where it is made, below the API's root. */
  readonly path: string;
  readonly schema: z.ZodType<{ readonly until: string }>;
  readonly queryKey: readonly unknown[];
  readonly forLabel: TextKey;
  /** For how long, hours; and what is chosen at first. */
  readonly spans: readonly string[];
  readonly span: string;
  readonly actLabel: TextKey;
  readonly done: TextKey;
  /** What is sent beside its end; null while something is missing. */
  readonly input: object | null;
  /** The one that holds already, and what ends it. */
  readonly before?: { readonly id: number; readonly endLabel: TextKey; readonly ended: TextKey } | undefined;
}

interface UntilDialogProps {
  readonly what: Temporary;
  readonly onClose: () => void;
  /** The fields that say why. */
  readonly children: ReactNode;
}

const hourMs = 3_600_000;

/** Asks why and for how long; the end is by the server's clock (DESK-16, SHIFT-03). */
export function UntilDialog({ what, onClose, children }: UntilDialogProps) {
  useManagementTexts();
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  const { desk } = useLive();
  const [hours, setHours] = useState(what.span);
  const { path, input, before } = what;
  const settled = (said: string) => {
    void queries.invalidateQueries({ queryKey: what.queryKey });
    toasts.show('success', said);
    onClose();
  };
  const save = useWrite({
    ofForm: true,
    write: (api) => {
      const until = new Date(Date.now() + desk.get().clockMs + Number(hours) * hourMs).toISOString();
      return api.json({ method: 'POST', path, json: { ...input, until } }, what.schema);
    },
    onSuccess: ({ until }) => settled(text(what.done, { date: formats.dateTime(until) })),
  });
  const end = useWrite({
    ofForm: true,
    write: (api) => api.send({ method: 'DELETE', path: `${path}/${before?.id ?? 0}` }),
    onSuccess: () => before && settled(text(before.ended)),
  });
  const refusal = save.error ?? end.error;
  return (
    <Dialog opened title={what.title} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (input) save.mutate();
        }}
      >
        <p className={classes.note}>{text(what.hint)}</p>
        {children}
        <SelectField
          labelled
          label={text(what.forLabel)}
          options={what.spans.map((value) => ({
            value,
            label: text('desk.hours', { count: Number(value) }),
          }))}
          chosen={hours}
          onChoose={(value) => setHours(value ?? hours)}
        />
        {refusal && <FormRefusal reason={refusedText(refusal, text, formats)} retryLabel={undefined} />}
        <DialogFoot>
          {before && (
            <Button busy={end.isPending} onClick={() => end.mutate()}>
              {text(before.endLabel)}
            </Button>
          )}
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={input === null}>
            {text(what.actLabel)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
