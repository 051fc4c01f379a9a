import type { CommandParameter } from '@atalaia/contract/devices/command-type';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';

interface ParameterFieldProps {
  readonly parameter: CommandParameter;
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean) => void;
  readonly error: string | undefined;
}

/** The field of a parameter, by its kind: a number, a switch, a time zone, or text (CMD-01). */
export function ParameterField({ parameter, value, onChange, error }: ParameterFieldProps) {
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
