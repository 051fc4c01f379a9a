import { coordinateFormats } from '@atalaia/domain/geo/coordinates';
import { distanceUnits, speedUnits, volumeUnits } from '@atalaia/domain/units/units';
import { languages } from '@atalaia/phrases/languages';
import { use } from 'react';
import { Controller, useController, useFormContext } from 'react-hook-form';
import { useTypedNumber } from '../../../lib/formats/plain-number.ts';
import { ServerSettingsContext } from '../../../lib/settings/settings-context.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { AccountForm } from '../account-form-schema.ts';
import classes from './account-form.module.css';

type ChosenField =
  | 'language'
  | 'timezone'
  | 'speedUnit'
  | 'distanceUnit'
  | 'volumeUnit'
  | 'coordinateFormat'
  | 'twelveHourFormat';

/** Language, clock and units the person reads, and where his map starts. */
export function DisplayFields() {
  const { text, textOr } = useTexts();
  const isForced = use(ServerSettingsContext)?.get()?.forceSettings ?? false;
  const named = (area: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: textOr(`${area}.${value}`, value) }));

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{text('account.display')}</legend>
      {isForced && <p className={classes.note}>{text('account.forced')}</p>}
      <Chosen name="language" label="account.language" options={named('language', languages)} />
      <Chosen
        name="timezone"
        label="setting.timezone"
        options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
      />
      <div className={classes.pair}>
        <Chosen name="speedUnit" label="setting.speedUnit" options={named('speedUnit', speedUnits)} />
        <Chosen
          name="distanceUnit"
          label="setting.distanceUnit"
          options={named('distanceUnit', distanceUnits)}
        />
        <Chosen name="volumeUnit" label="setting.volumeUnit" options={named('volumeUnit', volumeUnits)} />
        <Chosen
          name="coordinateFormat"
          label="setting.coordinateFormat"
          options={named('coordinateFormat', coordinateFormats)}
        />
      </div>
      <Chosen
        name="twelveHourFormat"
        label="setting.twelveHourFormat"
        options={[
          { value: 'false', label: text('value.no') },
          { value: 'true', label: text('value.yes') },
        ]}
      />
      <div className={classes.pair}>
        <Start name="latitude" label="setting.latitude" />
        <Start name="longitude" label="setting.longitude" />
        <Start name="zoom" label="setting.zoom" />
      </div>
    </fieldset>
  );
}

interface StartProps {
  readonly name: 'latitude' | 'longitude' | 'zoom';
  readonly label: TextKey;
}

/** A number of where the person's map starts. */
function Start({ name, label }: StartProps) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController<AccountForm, StartProps['name']>({ name });
  const message = fieldState.error?.message;
  return (
    <TextField
      dense
      ref={field.ref}
      label={text(label)}
      placeholder={text('account.asServer')}
      error={message && textOr(message, message)}
      onBlur={field.onBlur}
      {...useTypedNumber(field.value, field.onChange)}
    />
  );
}

interface ChosenProps {
  readonly name: ChosenField;
  readonly label: TextKey;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** One of a list; nothing chosen means: as the server says. */
function Chosen({ name, label, options }: ChosenProps) {
  const { text } = useTexts();
  const { control } = useFormContext<AccountForm>();
  const isNeeded = name === 'language';
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <SelectField
          labelled
          searchable={options.length > 12}
          label={text(label)}
          placeholder={text('account.asServer')}
          nothingFound={text('selector.empty')}
          options={options}
          chosen={field.value || null}
          onChoose={(value) => field.onChange(value ?? '')}
          {...(!isNeeded && { clearLabel: `${text('action.clear')}: ${text(label)}` })}
        />
      )}
    />
  );
}
