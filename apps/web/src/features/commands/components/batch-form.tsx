import { mdiSendOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useDeviceOptions } from '../../../lib/fleet/use-device-options.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { listGroups } from '../api/list-groups.ts';
import { batchTypes } from '../batch-draft.ts';
import { useBatch } from '../use-batch.ts';
import { BatchOutcome } from './batch-outcome.tsx';
import { BatchQuestion } from './batch-question.tsx';
import classes from './command-form.module.css';

interface BatchFormProps {
  readonly onClose: () => void;
}

/** One command to many devices and groups (CMD-04); a block is asked about, and what became of it is listed (CMD-07). */
export function BatchForm({ onClose }: BatchFormProps) {
  const { text } = useTexts();
  const api = useApi();
  const batch = useBatch();
  const { draft, change, errors, send } = batch;
  const devices = useDeviceOptions(draft.devicesId);
  const groups = useQuery({
    queryKey: ['command-groups'],
    queryFn: ({ signal }) => listGroups(api, signal),
    retry: false,
  });
  const groupOptions = (groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const failure = groups.error ?? send.error;

  if (batch.answers.length > 0) {
    return (
      <BatchOutcome
        answers={batch.answers}
        busy={send.isPending}
        failure={send.error ? failureText(send.error, text) : undefined}
        onConfirm={batch.confirmUnsafe}
        onAgain={batch.again}
        onClose={onClose}
      />
    );
  }
  if (batch.isAsking) {
    return (
      <BatchQuestion
        deviceIds={draft.devicesId.map(Number)}
        groups={groupOptions.filter(({ value }) => draft.groupsId.includes(value)).map(({ label }) => label)}
        busy={send.isPending}
        failure={send.error ? failureText(send.error, text) : undefined}
        onSend={batch.confirm}
        onBack={batch.stopAsking}
      />
    );
  }
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={text('command.toMany')}
      onSubmit={(event) => {
        event.preventDefault();
        batch.submit();
      }}
    >
      <MultiSelect
        labelled
        label={text('command.devices')}
        placeholder={text('selector.placeholder')}
        options={devices.options}
        chosen={draft.devicesId}
        onChoose={(devicesId) => {
          devices.remember(devicesId);
          change({ devicesId });
        }}
        onSearch={devices.type}
        nothingFound={text(devices.isFetching ? 'view.loading' : 'selector.empty')}
        clearLabel={`${text('action.clear')}: ${text('command.devices')}`}
        error={errors.subject && text(errors.subject)}
      />
      <MultiSelect
        labelled
        label={text('command.groups')}
        placeholder={text('selector.placeholder')}
        options={groupOptions}
        chosen={draft.groupsId}
        onChoose={(groupsId) => change({ groupsId })}
        nothingFound={text(groups.isPending ? 'view.loading' : 'selector.empty')}
        clearLabel={`${text('action.clear')}: ${text('command.groups')}`}
        error={errors.subject && text(errors.subject)}
      />
      <SelectField
        labelled
        label={`${text('command.type')} *`}
        placeholder={text('selector.placeholder')}
        options={batchTypes.map((type) => ({ value: type, label: text(`commandType.${type}`) }))}
        chosen={draft.commandType}
        onChoose={(commandType) => change({ commandType })}
        error={errors.type && text(errors.type)}
      />
      {failure && (
        <p role="alert" className={classes.failure}>
          {failureText(failure, text)}
        </p>
      )}
      <footer className={classes.foot}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" icon={mdiSendOutline} busy={send.isPending}>
          {text('command.send')}
        </Button>
      </footer>
    </form>
  );
}
