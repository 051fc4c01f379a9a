import {
  factKinds,
  type PoliceFactsInput,
  type PoliceTexts,
  policeTextsSchema,
} from '@atalaia/contract/sinisters/police-texts';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import classes from './recovery.module.css';

interface PoliceFactsDialogProps {
  readonly sinisterId: number;
  readonly texts: PoliceTexts;
  readonly onClose: () => void;
}

const texted = [
  'notifierName',
  'notifierDocument',
  'notifierPhone',
  'notifierEmail',
  'notifierAddress',
] as const;

/** What is typed for the texts of one case; what is left empty is taken from vehicle, customer and case. */
export function PoliceFactsDialog({ sinisterId, texts, onClose }: PoliceFactsDialogProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const queries = useQueryClient();
  const [facts, setFacts] = useState(texts.typed);
  const shown = (at: string | null) => (at ? formatInstant(Date.parse(at), 'formDateTime', timezone) : '');
  const [factAt, typeFactAt] = useState(shown(facts.factAt));
  const [consentAt, typeConsentAt] = useState(shown(facts.consentAt));
  const { mutate, error, isPending } = useWrite({
    ofForm: true,
    write: (api, json: PoliceFactsInput) =>
      api.json({ method: 'PUT', path: `sinisters/${sinisterId}/police-texts`, json }, policeTextsSchema),
    onSuccess(saved) {
      queries.setQueryData(['police-texts', sinisterId], saved);
      onClose();
    },
  });
  const set = (name: keyof PoliceFactsInput, value: string) =>
    setFacts({ ...facts, [name]: value === '' ? null : value });
  /** Null for nothing, undefined for what is no moment. */
  const instantOf = (typed: string) => {
    if (typed.trim() === '') return null;
    const ms = parseFormInstant(typed, timezone);
    return ms === undefined ? undefined : new Date(ms).toISOString();
  };
  const [fact, consent] = [instantOf(factAt), instantOf(consentAt)];
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (fact !== undefined && consent !== undefined) mutate({ ...facts, factAt: fact, consentAt: consent });
  };
  const moment = (label: string, typed: string, type: (typed: string) => void, isWrong: boolean) => (
    <DateField
      dense
      time
      label={label}
      chooseLabel={text('policeText.chooseMoment')}
      text={typed}
      error={isWrong ? text('form.notADate') : undefined}
      onType={type}
    />
  );
  const field = (name: (typeof texted)[number] | 'place' | 'consentBy') => (
    <TextField
      key={name}
      dense
      label={text(`policeFact.${name}`)}
      maxLength={255}
      placeholder={texts.facts[name]}
      value={facts[name] ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  );
  return (
    <Dialog
      opened
      width={860}
      title={text('policeText.edit')}
      closeLabel={text('action.close')}
      onClose={() => !isPending && onClose()}
    >
      <form className={classes.form} noValidate onSubmit={save}>
        <p className={classes.muted}>{text('policeText.editHint')}</p>
        <div className={classes.pair}>
          <SelectField
            labelled
            label={text('policeFact.factKind')}
            placeholder={texts.facts.factKind}
            options={factKinds.map((value) => ({ value, label: text(`factKind.${value}`) }))}
            chosen={facts.factKind}
            clearLabel={text('action.clear')}
            onChoose={(factKind) => setFacts({ ...facts, factKind })}
          />
          {moment(text('policeFact.factAt'), factAt, typeFactAt, fact === undefined)}
        </div>
        {field('place')}
        <TextArea
          label={text('policeFact.narrative')}
          maxLength={10_000}
          placeholder={texts.facts.narrative}
          value={facts.narrative ?? ''}
          onChange={({ currentTarget }) => set('narrative', currentTarget.value)}
        />
        <div className={classes.pair}>{texted.map(field)}</div>
        <div className={classes.pair}>
          {field('consentBy')}
          {moment(text('policeText.consentAtLabel'), consentAt, typeConsentAt, consent === undefined)}
        </div>
        {error && <Refusal>{failureText(error, text)}</Refusal>}
        <DialogFoot>
          <Button disabled={isPending} onClick={onClose}>
            {text('action.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isPending}>
            {text('action.save')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
