import type { Alarm } from '@atalaia/contract/desk/alarm';
import { alarmsClosedSchema } from '@atalaia/contract/desk/alarm-acts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { listOutcomes } from '../desk-calls.ts';
import { refusedText } from '../refused.ts';
import classes from './queue-view.module.css';

interface CloseManyProps {
  /** What the queue shows. */
  readonly alarms: readonly Alarm[];
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
  readonly onDone: () => void;
}

/** A request takes so many. */
const mostAtOnce = 1000;

/** A supervisor closes many of one rule, none critical, with one outcome (DESK-08). */
export function CloseMany({ alarms, chosen, onChoose, onDone }: CloseManyProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const [outcomeId, setOutcomeId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const { data: outcomes } = useQuery({
    queryKey: ['alarm-outcomes'],
    queryFn: ({ signal }) => listOutcomes(api, signal),
    staleTime: 60_000,
    select: (all) => all.filter(({ builtIn }) => !builtIn),
  });
  // what left the queue meanwhile is chosen no more
  const there = alarms.filter(({ id }) => chosen.has(id));
  const [first] = there;
  const sameRule = alarms
    .filter(({ ruleId, severity }) => first && ruleId === first.ruleId && severity !== 'critical')
    .slice(0, mostAtOnce);
  const save = useWrite({
    write: (writer) =>
      writer.json(
        {
          method: 'POST',
          path: 'alarms/close-many',
          json: {
            ids: there.map(({ id }) => id),
            outcomeId: Number(outcomeId),
            ...(note.trim() && { note: note.trim() }),
          },
        },
        alarmsClosedSchema,
      ),
    onSuccess({ closed, left }) {
      toasts.show('success', text('desk.closedMany', { count: closed.length }));
      if (left.length > 0) toasts.show('info', text('desk.leftMany', { count: left.length }));
      onDone();
    },
    onError: (error) => toasts.show('failure', refusedText(error, text, formats)),
  });
  return (
    <div className={classes.many}>
      <span className={classes.count}>
        {first ? text('desk.chosen', { count: there.length }) : text('desk.chooseFirst')}
      </span>
      <Button disabled={!first} onClick={() => onChoose(new Set(sameRule.map(({ id }) => id)))}>
        {text('desk.chooseRule', { count: sameRule.length })}
      </Button>
      <SelectField
        labelled
        label={text('desk.outcome')}
        options={(outcomes ?? []).map(({ id, key, name }) => ({
          value: String(id),
          label: key === null ? name : textOr(`alarmOutcome.${key}`, name),
        }))}
        chosen={outcomeId}
        onChoose={setOutcomeId}
      />
      <TextField
        label={text('desk.note')}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button
        kind="primary"
        busy={save.isPending}
        disabled={!first || outcomeId === null}
        onClick={() => save.mutate()}
      >
        {text('desk.closeChosen', { count: there.length })}
      </Button>
    </div>
  );
}
