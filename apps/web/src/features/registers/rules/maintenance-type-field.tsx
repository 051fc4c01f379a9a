import type { Maintenance } from '@atalaia/contract/maintenance';
import { useController } from 'react-hook-form';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { CustomFieldProps } from '../form/register-form.ts';
import { countedAttributes } from './maintenance-measure.ts';

/** What is counted. A maintenance of another client's making may count something else, and keeps it. */
export function MaintenanceTypeField({
  name,
  label,
  required,
  row,
  readOnly,
}: CustomFieldProps<Maintenance>) {
  const { text, textOr } = useTexts();
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ name });
  const types = new Set<string>(row ? [...countedAttributes, row.type] : countedAttributes);
  return (
    <SelectField
      labelled
      ref={ref}
      label={label}
      required={required}
      disabled={readOnly}
      searchable
      placeholder={text('selector.placeholder')}
      nothingFound={text('selector.empty')}
      hint={text('maintenance.hint')}
      error={error?.message && textOr(error.message, error.message)}
      options={[...types].map((type) => ({ value: type, label: textOr(`attribute.${type}`, type) }))}
      chosen={value || null}
      onChoose={onChange}
      onBlur={onBlur}
    />
  );
}
