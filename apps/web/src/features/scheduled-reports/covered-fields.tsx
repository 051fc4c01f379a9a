/** Of which devices and groups a report is. */
import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import { useController } from 'react-hook-form';
import { useDeviceOptions, useGroupOptions } from '../../lib/fleet/fleet-options.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { MultiSelect } from '../../ui/field/multi-select.tsx';

export function CoveredDevicesField({ name, label, readOnly }: CustomFieldProps<ScheduledReport>) {
  const { text } = useTexts();
  const { field, fault } = useCovered(name);
  const offered = useDeviceOptions(field.value);
  const { error, isFetching } = offered;
  return (
    <MultiSelect
      labelled
      ref={field.ref}
      label={label}
      disabled={readOnly}
      placeholder={text('selector.placeholder')}
      options={offered.options}
      chosen={field.value}
      onChoose={(values) => {
        offered.remember(values);
        field.onChange(values);
      }}
      onSearch={offered.type}
      nothingFound={
        isFetching ? text('view.loading') : error ? failureText(error, text) : text('selector.empty')
      }
      clearLabel={`${text('action.clear')}: ${label}`}
      error={fault}
    />
  );
}

export function CoveredGroupsField({ name, label, readOnly }: CustomFieldProps<ScheduledReport>) {
  const { text } = useTexts();
  const { field, fault } = useCovered(name);
  const { data, error } = useGroupOptions();
  return (
    <MultiSelect
      labelled
      ref={field.ref}
      label={label}
      disabled={readOnly}
      placeholder={text('selector.placeholder')}
      options={data ?? []}
      chosen={field.value}
      onChoose={field.onChange}
      nothingFound={error ? failureText(error, text) : text('selector.empty')}
      clearLabel={`${text('action.clear')}: ${label}`}
      error={fault}
    />
  );
}

function useCovered(name: string) {
  const { textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const { message } = fieldState.error ?? {};
  return { field, fault: message && textOr(message, message) };
}
