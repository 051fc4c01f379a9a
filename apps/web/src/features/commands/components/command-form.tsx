import { mdiSendOutline } from '@mdi/js';
import { useDeviceOptions } from '../../../lib/fleet/use-device-options.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { hindranceOf } from '../block-hindrance.ts';
import { useCommandForm } from '../use-command-form.ts';
import classes from './command-form.module.css';
import { ParameterField } from './parameter-field.tsx';

interface CommandFormProps {
  readonly onClose: () => void;
}

/** One command to one device: the types it takes, and the fields each asks for (CMD-01). */
export function CommandForm({ onClose }: CommandFormProps) {
  const { text, textOr } = useTexts();
  const { draft, change, types, entry, errors, reason, setReason, send, submit } = useCommandForm(onClose);
  const { deviceId } = draft;
  const devices = useDeviceOptions(deviceId === null ? [] : [deviceId]);
  const errorOf = (field: string) => {
    const error = errors.get(field);
    return error && text(error.key, error.values);
  };
  const failure = types.error ?? (send.isError && !hindranceOf(send.error) ? send.error : null);

  return (
    <form
      className={classes.form}
      noValidate
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
        nothingFound={text(devices.isFetching ? 'view.loading' : 'selector.empty')}
        error={errorOf('device')}
      />
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
      {entry?.parameters.map((parameter) => (
        <ParameterField
          key={`${entry.type} ${parameter.key}`}
          parameter={parameter}
          value={draft.values[parameter.key]}
          onChange={(value) => change({ values: { ...draft.values, [parameter.key]: value } })}
          error={errorOf(parameter.key)}
        />
      ))}
      {reason !== undefined && (
        <>
          <p role="alert" className={classes.warning}>
            {text('panel.confirmReasonNeeded')}
          </p>
          <TextArea
            label={text('panel.confirmReason')}
            value={reason}
            maxLength={500}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      )}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failureText(failure, text)}
        </p>
      )}
      <footer className={classes.foot}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button
          type="submit"
          kind="primary"
          icon={mdiSendOutline}
          busy={send.isPending}
          disabled={reason?.trim() === ''}
        >
          {text('command.send')}
        </Button>
      </footer>
    </form>
  );
}
