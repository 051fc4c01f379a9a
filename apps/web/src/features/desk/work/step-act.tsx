/** What may be answered to the step that is to be done now: each answer has a key, from 1 on. */
import { blockReasons } from '@atalaia/contract/block/block';
import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { AlarmStepInput } from '@atalaia/contract/desk/alarm-acts';
import type { ProcedureStep, StepLine } from '@atalaia/contract/desk/procedure';
import { formatPhone, isPhone } from '@atalaia/domain/documents/mask';
import { answersOf, contactOfStep } from '@atalaia/domain/procedures/procedure-steps';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { listContacts } from '../desk-calls.ts';
import { answerText, type StepOf } from '../step-words.ts';
import classes from './steps.module.css';

type Answered = Omit<AlarmStepInput, 'expected'>;

interface StepActProps {
  readonly alarm: AlarmDetail;
  readonly step: ProcedureStep;
  /** What was noted of this step. */
  readonly lines: readonly StepLine[];
  readonly busy: boolean;
  /** The answer just given named what is not there, as a customer whom the vehicle lost meanwhile. */
  readonly namesNothing: boolean;
  readonly onAnswer: (input: Answered) => void;
}

interface Choice {
  readonly label: string;
  readonly input: Answered;
}

/** What a half-written answer is kept by: it is dropped once the step is answered. */
export const stepDraft = (alarmId: number, stepId: string) => `step ${alarmId} ${stepId}`;

export function StepAct(props: StepActProps) {
  const { step } = props;
  switch (step.kind) {
    case 'call':
      return <CallAct {...props} step={step} />;
    case 'command':
      return <CommandAct {...props} step={step} />;
    case 'phrase':
      return <TypedAct {...props} field="spoken" />;
    case 'text':
      return <TypedAct {...props} field="text" />;
    case 'case':
      return <CaseAct {...props} />;
    case 'wait':
      return <WaitAct {...props} step={step} />;
    default:
      return <PlainAct {...props} />;
  }
}

/** The answers in their order, each with its key; skipping is the last. */
function Keyed({
  choices,
  busy,
  onAnswer,
}: Pick<StepActProps, 'busy' | 'onAnswer'> & { readonly choices: readonly Choice[] }) {
  const part = useRef<HTMLDivElement>(null);
  useKeys(
    part,
    choices.slice(0, 9).map(({ input }, at) => ({
      key: String(at + 1),
      unless: () => busy,
      act: () => onAnswer(input),
    })),
  );
  return (
    <div ref={part} className={classes.answers}>
      {choices.map(({ label, input }, at) => (
        <button
          key={input.answer}
          type="button"
          className={classes.answer}
          disabled={busy}
          aria-keyshortcuts={String(at + 1)}
          onClick={() => onAnswer(input)}
        >
          {label}
          <kbd className={classes.key}>{at + 1}</kbd>
        </button>
      ))}
    </div>
  );
}

function useSkip(step: ProcedureStep): readonly Choice[] {
  const { text } = useTexts();
  return step.required ? [] : [{ label: text('procedure.skip'), input: { answer: 'skipped' } }];
}

function PlainAct({ step, busy, onAnswer }: StepActProps) {
  const { text, textOr } = useTexts();
  const skip = useSkip(step);
  const words = { case: text('procedure.openCase'), tell: text('procedure.tell') };
  const choices = answersOf(step)
    .filter((answer) => answer !== 'skipped')
    .map((answer) => ({
      label:
        answer === 'done' && step.kind in words
          ? words[step.kind as keyof typeof words]
          : answerText(answer, textOr),
      input: { answer },
    }));
  return <Keyed choices={[...choices, ...skip]} busy={busy} onAnswer={onAnswer} />;
}

/** Without a vehicle, or without its customer, no case can be opened: what was done is written instead. */
function CaseAct(props: StepActProps) {
  const { text } = useTexts();
  const { deviceId, customerId, sinisterId } = props.alarm;
  const isOpenable = deviceId !== 0 && (customerId !== 0 || sinisterId !== null) && !props.namesNothing;
  if (isOpenable) return <PlainAct {...props} />;
  return (
    <>
      <span className={classes.who}>{text('procedure.noCaseHint')}</span>
      <TypedAct {...props} field="text" />
    </>
  );
}

function CallAct({ alarm, step, busy, onAnswer }: StepActProps & { readonly step: StepOf<'call'> }) {
  const { text, textOr } = useTexts();
  const api = useApi();
  const skip = useSkip(step);
  const { data } = useQuery({
    queryKey: ['work-contacts', `alarms/${alarm.id}`, alarm.version],
    queryFn: ({ signal }) => listContacts(api, alarm.id, signal),
    placeholderData: (before) => before,
  });
  const person = data && contactOfStep(data.contacts, step);
  const phone = person?.phones[0];
  const contact = person && phone && { contactId: person.contactId, name: person.name, phone: phone.number };
  const choices = answersOf({ ...step, required: true }).map((answer) => ({
    label: answerText(answer, textOr),
    input: { answer, ...(contact && { contact }) },
  }));
  return (
    <>
      {data && (
        <span className={classes.who}>
          {contact ? (
            <>
              <bdi>
                {[contact.name, person.role && textOr(`contactRole.${person.role}`, person.role)]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
              <a href={phone.dialUrl}>
                {isPhone(contact.phone) ? formatPhone(contact.phone) : contact.phone}
              </a>
            </>
          ) : (
            text('procedure.noContact')
          )}
        </span>
      )}
      <Keyed choices={[...choices, ...skip]} busy={busy || !data} onAnswer={onAnswer} />
    </>
  );
}

/** A phrase that was said, or what was done: Enter sends it. What one heard himself has a key too. */
function TypedAct({
  alarm,
  step,
  busy,
  onAnswer,
  field,
}: StepActProps & { readonly field: 'spoken' | 'text' }) {
  const { text, textOr } = useTexts();
  const [typed = '', type] = useKept<string>(stepDraft(alarm.id, step.id));
  const isPhrase = field === 'spoken';
  const skip = useSkip(step);
  function send(event: FormEvent) {
    event.preventDefault();
    const words = typed.trim();
    if (words !== '') onAnswer({ answer: isPhrase ? 'check' : 'done', [field]: words });
  }
  const heard = ['right', 'wrong'].map((answer) => ({
    label: answerText(answer, textOr),
    input: { answer },
  }));
  return (
    <>
      <form className={classes.typed} onSubmit={send}>
        <TextField
          dense
          label={text(isPhrase ? 'procedure.spoken' : 'procedure.write')}
          autoComplete="off"
          maxLength={isPhrase ? 200 : 10_000}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <button type="submit" className={classes.answer} disabled={busy || typed.trim() === ''}>
          {text(isPhrase ? 'procedure.check' : 'procedure.save')}
          <kbd className={classes.key}>Enter</kbd>
        </button>
      </form>
      <Keyed choices={[...(isPhrase ? heard : []), ...skip]} busy={busy} onAnswer={onAnswer} />
    </>
  );
}

function WaitAct({ alarm, step, lines, busy, onAnswer }: StepActProps & { readonly step: StepOf<'wait'> }) {
  const { text } = useTexts();
  const formats = useFormats();
  const skip = useSkip(step);
  const hasWaited = lines.length > 0 && alarm.state !== 'held';
  const wait = { label: text('procedure.wait', { minutes: step.minutes }), input: { answer: 'wait' } };
  const looked = { label: text('procedure.looked'), input: { answer: 'done' } };
  const choices = alarm.state === 'held' ? [] : hasWaited ? [looked, wait] : [wait];
  return (
    <>
      {alarm.heldUntil && (
        <span className={classes.who}>
          {text('procedure.waitsUntil', { time: formats.dateTime(alarm.heldUntil) })}
        </span>
      )}
      <Keyed choices={[...choices, ...skip]} busy={busy} onAnswer={onAnswer} />
    </>
  );
}

/** A block asks for its reason, as everywhere. */
function CommandAct({ step, lines, busy, onAnswer }: StepActProps & { readonly step: StepOf<'command'> }) {
  const { text, textOr } = useTexts();
  const [reason, choose] = useState<(typeof blockReasons)[number]>('robbery');
  const isBlock = step.command.type === 'engineStop';
  const isRelease = step.command.type === 'engineResume';
  const skip = useSkip(step);
  const send = {
    label: `${text('procedure.send')}: ${textOr(`commandType.${step.command.type}`, step.command.type)}`,
    input: {
      answer: 'send',
      ...(isBlock && { block: { reason } }),
      ...(isRelease && { release: { reason: text('procedure.title') } }),
    },
  };
  const notSent = { label: answerText('notSent', textOr), input: { answer: 'notSent' } };
  const mayPass = !step.required || lines.length > 0;
  return (
    <>
      {isBlock && (
        <SelectField
          label={text('procedure.blockReason')}
          labelled
          options={blockReasons
            .filter((value) => value !== 'ownerRequest')
            .map((value) => ({ value, label: text(`blockReason.${value}`) }))}
          chosen={reason}
          onChoose={(value) => value && choose(value)}
        />
      )}
      <Keyed choices={[send, ...(mayPass ? [notSent] : []), ...skip]} busy={busy} onAnswer={onAnswer} />
    </>
  );
}
