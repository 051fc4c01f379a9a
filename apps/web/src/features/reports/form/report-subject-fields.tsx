import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { useController, useFormContext } from 'react-hook-form';
import { useDeviceOptions, useGroupOptions } from '../../../lib/fleet/fleet-options.ts';
import { reportKinds } from '../../../lib/reports/report-names.ts';
import { allEvents } from '../../../lib/reports/report-request.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { ReportForm } from './report-form-schema.ts';

/** Which report, and of which devices, groups and events. */
export function ReportSubjectFields() {
  const { text, textOr } = useTexts();
  const { control, formState } = useFormContext<ReportForm>();
  const view = useController({ control, name: 'view' }).field;
  const devices = useController({ control, name: 'devices' }).field;
  const groups = useController({ control, name: 'groups' }).field;
  const events = useController({ control, name: 'events' }).field;
  const offered = useDeviceOptions(devices.value);
  const groupOptions = useGroupOptions();
  const errorOf = (field: 'devices' | 'events') => {
    const message = formState.errors[field]?.message;
    return message && textOr(message, message);
  };
  const found = (error: unknown) => (error ? failureText(error, text) : text('selector.empty'));

  return (
    <>
      <SelectField
        labelled
        label={text('report.kind')}
        options={reportKinds.map((value) => ({ value, label: text(`report.${value}`) }))}
        chosen={view.value}
        onChoose={(value) => value && view.onChange(value)}
      />
      <MultiSelect
        labelled
        label={text('report.devices')}
        placeholder={text('selector.placeholder')}
        options={offered.options}
        chosen={devices.value}
        onChoose={(values) => {
          offered.remember(values);
          devices.onChange(values);
        }}
        onSearch={offered.type}
        settled={offered.isSettled}
        nothingFound={offered.isFetching ? text('view.loading') : found(offered.error)}
        clearLabel={`${text('action.clear')}: ${text('report.devices')}`}
        error={errorOf('devices')}
      />
      <MultiSelect
        labelled
        label={text('report.groups')}
        placeholder={text('selector.placeholder')}
        options={groupOptions.data ?? []}
        chosen={groups.value}
        onChoose={(values) => groups.onChange(values)}
        nothingFound={found(groupOptions.error)}
        clearLabel={`${text('action.clear')}: ${text('report.groups')}`}
      />
      {view.value === 'event' && (
        <MultiSelect
          labelled
          label={text('report.events')}
          placeholder={text('selector.placeholder')}
          options={[
            { value: allEvents, label: text('events.filterAll') },
            ...eventTypes.map((value) => ({ value, label: textOr(`eventType.${value}`, value) })),
          ]}
          chosen={events.value}
          onChoose={(values) => events.onChange(values)}
          nothingFound={text('selector.empty')}
          clearLabel={`${text('action.clear')}: ${text('report.events')}`}
          error={errorOf('events')}
        />
      )}
    </>
  );
}
