import type { Command } from '@atalaia/contract/devices/command';
import { type CommandParameter, parametersOf } from '@atalaia/domain/catalog/command-types';
import { get, useController, useFormContext, useWatch } from 'react-hook-form';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../../resources/form/form-definition.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import type { SavedCommandValues } from './parameter-values.ts';
import classes from './parameters-field.module.css';

/** What the chosen type asks for: a field for each parameter, by its kind (CMD-01). */
export function ParametersField({ label, readOnly }: CustomFieldProps<Command>) {
  const { text } = useTexts();
  const type = useWatch<SavedCommandValues, 'type'>({ name: 'type' });
  const parameters = parametersOf(type);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lie in the form's own
    <div className={classes.parameters} role="group" aria-label={label}>
      {parameters?.map((parameter) => (
        <ParameterField key={`${type} ${parameter.key}`} parameter={parameter} readOnly={readOnly} />
      ))}
      {!parameters?.length && (
        <p className={classes.none}>
          {text(parameters ? 'savedCommand.noParameters' : 'savedCommand.chooseType')}
        </p>
      )}
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: CommandParameter;
  readonly readOnly: boolean;
}

function ParameterField({ parameter: { key, valueType, dataType }, readOnly }: ParameterFieldProps) {
  const { text, textOr } = useTexts();
  const { formState } = useFormContext<SavedCommandValues>();
  const { field } = useController<SavedCommandValues>({ name: `parameters.${key}` });
  const label = textOr(`commandParameter.${key}`, key);
  const message = get(formState.errors, `parameters.${key}.message`) as TextKey | undefined;
  const error = message && text(message);
  if (valueType === 'boolean') {
    return (
      <SwitchField
        ref={field.ref}
        label={label}
        disabled={readOnly}
        on={field.value === true}
        onSwitch={field.onChange}
      />
    );
  }
  const typed = typeof field.value === 'string' ? field.value : '';
  if (dataType === 'timezone') {
    return (
      <SelectField
        ref={field.ref}
        labelled
        searchable
        required
        label={label}
        disabled={readOnly}
        placeholder={text('selector.placeholder')}
        nothingFound={text('selector.empty')}
        options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
        chosen={typed || null}
        onChoose={(zone) => field.onChange(zone ?? '')}
        error={error}
      />
    );
  }
  return (
    <TextField
      ref={field.ref}
      dense
      required
      aria-required
      readOnly={readOnly}
      label={label}
      inputMode={valueType === 'number' ? 'numeric' : 'text'}
      value={typed}
      onBlur={field.onBlur}
      onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
      error={error}
    />
  );
}
