import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useController } from 'react-hook-form';
import { useNotificators } from '../../../lib/notifications/use-notification-choices.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../../resources/form/form-definition.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { SeveralReferences } from '../../../resources/form/several-references.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { newStep, type StepValues } from './escalation-step.ts';
import classes from './escalation-steps-field.module.css';

/** The steps one below the other, in the order of their time. */
export function EscalationStepsField({ name, label, readOnly }: CustomFieldProps<unknown>) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const steps = field.value as readonly StepValues[];
  const { message } = fieldState.error ?? {};
  const change = (at: number, part: Partial<StepValues>) =>
    field.onChange(steps.map((step, index) => (index === at ? { ...step, ...part } : step)));
  return (
    <fieldset className={classes.steps} disabled={readOnly}>
      <legend className={classes.label}>{label}</legend>
      {steps.map((step, at) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name of its own
          key={at}
          number={at + 1}
          step={step}
          onChange={(part) => change(at, part)}
          onRemove={() => field.onChange(steps.filter((_, index) => index !== at))}
        />
      ))}
      {message && (
        <p className={classes.error} role="alert">
          {textOr(message, message)}
        </p>
      )}
      <Button icon={mdiPlus} onClick={() => field.onChange([...steps, newStep])}>
        {text('desk.addStep')}
      </Button>
    </fieldset>
  );
}

interface StepFieldsProps {
  readonly number: number;
  readonly step: StepValues;
  readonly onChange: (part: Partial<StepValues>) => void;
  readonly onRemove: () => void;
}

function StepFields({ number, step, onChange, onRemove }: StepFieldsProps) {
  const { text, textOr } = useTexts();
  const { data: notificators = [] } = useNotificators();
  const choices = { nothingFound: text('selector.empty'), clearLabel: text('action.clear') };
  return (
    <div className={classes.step}>
      <div className={classes.head}>
        <b>{text('desk.stepNumber', { number })}</b>
        <IconButton
          size={28}
          name={text('desk.removeStep', { number })}
          icon={mdiTrashCanOutline}
          onClick={onRemove}
        />
      </div>
      <TextField
        label={text('desk.afterMinutes')}
        inputMode="decimal"
        value={step.after}
        onChange={({ currentTarget }) => onChange({ after: currentTarget.value.replace(',', '.') })}
      />
      <SelectField
        labelled
        label={text('desk.stepOf')}
        options={(['unclaimed', 'unclosed'] as const).map((value) => ({
          value,
          label: text(`escalationOf.${value}`),
        }))}
        chosen={step.of}
        onChoose={(of) => of && onChange({ of })}
      />
      <SeveralReferences
        path="users"
        label={text('desk.tell')}
        chosen={step.userIds}
        onChoose={(userIds) => onChange({ userIds: [...userIds] })}
      />
      <MultiSelect
        labelled
        {...choices}
        label={text('desk.channels')}
        options={notificators.map(({ type }) => ({
          value: type,
          label: textOr(`notificator.${type}`, type),
        }))}
        chosen={step.notificators}
        onChoose={(values) => onChange({ notificators: [...values] })}
      />
      <SelectField
        labelled
        label={text('desk.raiseTo')}
        placeholder={text('desk.asItIs')}
        clearLabel={text('action.clear')}
        options={alarmSeverities.map((value) => ({ value, label: text(`alarmSeverity.${value}`) }))}
        chosen={step.raiseTo === '' ? null : step.raiseTo}
        onChoose={(value) => onChange({ raiseTo: value ?? '' })}
      />
      <ReferenceField
        path="desk-teams"
        label={text('desk.handTo')}
        clearLabel={text('action.clear')}
        chosen={step.teamId}
        onChoose={(teamId) => onChange({ teamId })}
      />
    </div>
  );
}
