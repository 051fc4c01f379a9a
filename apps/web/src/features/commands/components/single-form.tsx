import type { Command, CommandParameter } from '@atalaia/contract/devices/command';
import { mdiSendOutline } from '@mdi/js';
import { Suspense } from 'react';
import { useDeviceOptions } from '../../../lib/fleet/fleet-options.ts';
import { failureText, refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { hindranceOf } from '../batch-outcome.ts';
import { ReasonChoice, ReasonField } from '../blocks/reason-choice.tsx';
import { commandLabel } from '../command-labels.ts';
import { useCommandForm } from '../use-command-form.ts';
import classes from './command-form.module.css';

interface SingleFormProps {
  readonly onClose: () => void;
}

/** One command to one device: a saved one, or a type that it takes with the fields that it asks for (CMD-01). */
export function SingleForm({ onClose }: SingleFormProps) {
  const { text, textOr } = useTexts();
  const form = useCommandForm(onClose);
  const { draft, change, types, saved, savedOnly, errors, reason, setReason, send, submit } = form;
  const { deviceId, savedId } = draft;
  const devices = useDeviceOptions(deviceId === null ? [] : [deviceId]);
  const errorOf = (field: string) => {
    const error = errors.get(field);
    return error && text(error.key, error.values);
  };
  const unread = types.error ?? saved.error;

  return (
    <form
      className={classes.form}
      noValidate
      aria-label={text('command.toOne')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SelectField
        labelled
        searchable
        label={`${text('command.device')} *`}
        placeholder={text('selector.placeholder')}
        options={devices.options}
        chosen={deviceId}
        onChoose={(value) => {
          if (value) devices.remember([value]);
          change({ deviceId: value });
        }}
        onSearch={devices.type}
        settled={devices.isSettled}
        nothingFound={text(devices.isFetching ? 'view.loading' : 'selector.empty')}
        error={errorOf('device')}
      />
      {savedOnly && <p className={classes.note}>{text('command.savedOnly')}</p>}
      {deviceId !== null && (
        <SavedChoice
          commands={saved.data}
          required={savedOnly}
          chosenId={savedId}
          onChoose={(id) => change({ savedId: id })}
          error={errorOf('saved')}
        />
      )}
      {!savedOnly && savedId === null && (
        <>
          <Checkbox
            label={text('command.textChannel')}
            checked={draft.textChannel}
            onChange={({ currentTarget }) => change({ textChannel: currentTarget.checked })}
          />
          <SelectField
            labelled
            searchable
            disabled={deviceId === null || types.isPending}
            label={`${text('command.type')} *`}
            placeholder={text(deviceId === null ? 'command.chooseDevice' : 'selector.placeholder')}
            options={(types.data ?? []).map(({ type }) => ({
              value: type,
              label: textOr(`commandType.${type}`, type),
            }))}
            chosen={draft.type}
            onChoose={(type) => change({ type })}
            nothingFound={text(types.data?.length === 0 ? 'command.noTypes' : 'selector.empty')}
            error={errorOf('type')}
          />
          <ParameterFields form={form} errorOf={errorOf} />
        </>
      )}
      {form.isBlock && (
        <Suspense fallback={<Skeleton height={60} />}>
          <ReasonChoice chosen={form.blockReason} onChoose={form.setBlockReason} />
        </Suspense>
      )}
      {reason !== undefined && (
        <ReasonField warning={text('panel.confirmReasonNeeded')} reason={reason} onType={setReason} />
      )}
      {unread && (
        <p role="alert" className={classes.failure}>
          {failureText(unread, text)}
        </p>
      )}
      {send.isError && !hindranceOf(send.error) && <FormRefusal {...refusalMessage(send.error, text)} />}
      <footer className={classes.foot}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button
          type="submit"
          kind="primary"
          icon={mdiSendOutline}
          busy={send.isPending}
          disabled={reason?.trim() === '' || (form.isBlock && form.blockReason === null)}
        >
          {text('command.send')}
        </Button>
      </footer>
    </form>
  );
}

interface ParameterFieldsProps {
  readonly form: Pick<ReturnType<typeof useCommandForm>, 'draft' | 'change' | 'entry'>;
  readonly errorOf: (field: string) => string | undefined;
}

/** The fields that the chosen type asks for. */
function ParameterFields({ form: { draft, change, entry }, errorOf }: ParameterFieldsProps) {
  return entry?.parameters.map((parameter) => (
    <ParameterField
      key={`${entry.type} ${parameter.key}`}
      parameter={parameter}
      value={draft.values[parameter.key]}
      onChange={(value) => change({ values: { ...draft.values, [parameter.key]: value } })}
      error={errorOf(parameter.key)}
    />
  ));
}

interface SavedChoiceProps {
  /** Undefined while they are on their way. */
  readonly commands: readonly Command[] | undefined;
  /** Nothing else may be sent. */
  readonly required: boolean;
  readonly chosenId: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly error: string | undefined;
}

/** The saved commands that fit the device; the content of the chosen one is shown before it is sent. */
function SavedChoice({ commands, required, chosenId, onChoose, error }: SavedChoiceProps) {
  const texts = useTexts();
  const { text } = texts;
  if (!commands || (commands.length === 0 && !required)) return null;
  const chosen = commands.find(({ id }) => String(id) === chosenId);
  return (
    <>
      <SelectField
        labelled
        searchable
        label={required ? `${text('command.saved')} *` : text('command.saved')}
        placeholder={text(required ? 'selector.placeholder' : 'command.savedNone')}
        options={commands.map((command) => ({
          value: String(command.id),
          label: command.description || commandLabel(command, texts),
        }))}
        chosen={chosenId}
        onChoose={onChoose}
        clearLabel={text('action.clear')}
        nothingFound={text('command.savedEmpty')}
        error={error}
      />
      {commands.length === 0 && <p className={classes.note}>{text('command.savedEmpty')}</p>}
      {chosen && (
        <p className={classes.note} dir="auto">
          {commandLabel(chosen, texts)}
          {chosen.textChannel && ` · ${text('command.bySms')}`}
        </p>
      )}
    </>
  );
}

interface ParameterFieldProps {
  readonly parameter: CommandParameter;
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
  readonly error: string | undefined;
}

/** The field of a parameter, by its kind: a number, a switch, a time zone, or text (CMD-01). */
function ParameterField({ parameter, value, onChange, error }: ParameterFieldProps) {
  const { text, textOr } = useTexts();
  const { key, name, valueType, dataType, minimum, maximum } = parameter;
  const label = textOr(`commandParameter.${name}`, name);
  if (valueType === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (dataType === 'timezone') {
    return (
      <SelectField
        labelled
        searchable
        label={`${label} *`}
        options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
        chosen={typeof value === 'string' ? value : null}
        onChoose={(zone) => onChange(zone ?? '')}
        nothingFound={text('selector.empty')}
        error={error}
      />
    );
  }
  return (
    <TextField
      dense
      label={`${label} *`}
      name={key}
      value={typeof value === 'string' ? value : ''}
      {...(valueType === 'number' && { inputMode: 'numeric', min: minimum, max: maximum })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}
