import type { Device } from '@atalaia/contract/device';
import { digitsOf, maskText } from '@atalaia/domain/documents/mask';
import { openingTypes } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import {
  type OpeningForm as Form,
  type OpeningPlace,
  openingFormSchema,
  openingNow,
  openingOf,
} from '../opening-form-schema.ts';
import { useOpenSinister } from '../use-open-sinister.ts';
import { CustomerChoice } from './customer-choice.tsx';
import classes from './opening-form.module.css';

interface OpeningFormProps {
  readonly device: Device;
  /** Where the device is; the case keeps it as its opening place. */
  readonly place: OpeningPlace | undefined;
  readonly onCancel: () => void;
  readonly onOpened: (sinisterId: number) => void;
}

/** Opens a case of a device: kind, moment and what happened; device, customer and place are known (PANEL-06). */
export function OpeningForm({ device, place, onCancel, onOpened }: OpeningFormProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { timezone } = useSettings();
  const schema = useMemo(() => openingFormSchema(timezone), [timezone]);
  const open = useOpenSinister(onOpened);
  const { register, control, handleSubmit, setValue, formState } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: {
      ...openingNow(Date.now(), timezone),
      ...(device.customerId > 0 && { customerId: device.customerId }),
      openingDescription: '',
    },
  });
  const errorOf = (field: keyof Form) => {
    const { message } = formState.errors[field] ?? {};
    return message && textOr(message, message);
  };
  const masked = (field: 'date' | 'time', mask: string) =>
    register(field, {
      onChange: ({ target }) => setValue(field, maskText(digitsOf(target.value), mask)),
    });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={handleSubmit((form) =>
        open.mutate(openingOf(form, { deviceId: device.id, place, zone: timezone })),
      )}
    >
      <dl className={classes.known}>
        <Known name={text('sinister.vehicle')}>{vehicleOf(device)}</Known>
        {device.customerId > 0 && <Known name={text('sinister.customer')}>{device.customerName}</Known>}
        <Known name={text('sinister.openingAddress')}>
          {place
            ? (place.address ?? `${formats.latitude(place.latitude)}, ${formats.longitude(place.longitude)}`)
            : text('value.missing')}
        </Known>
      </dl>
      {device.customerId === 0 && (
        <CustomerChoice
          error={errorOf('customerId')}
          onChoose={(customerId) => setValue('customerId', customerId, { shouldValidate: true })}
        />
      )}
      <Controller
        control={control}
        name="openingType"
        render={({ field }) => (
          <SelectField
            labelled
            label={`${text('sinister.openingType')} *`}
            placeholder={text('selector.placeholder')}
            options={openingTypes.map((type) => ({ value: type, label: text(`openingType.${type}`) }))}
            chosen={field.value ?? null}
            onChoose={field.onChange}
            error={errorOf('openingType')}
          />
        )}
      />
      <div className={classes.moment}>
        <TextField
          label={`${text('sinister.openingDate')} *`}
          dense
          inputMode="numeric"
          placeholder={text('form.datePattern')}
          error={errorOf('date')}
          {...masked('date', '##/##/####')}
        />
        <TextField
          label={`${text('sinister.openingTime')} *`}
          dense
          inputMode="numeric"
          placeholder={text('form.timePattern')}
          error={errorOf('time')}
          {...masked('time', '##:##')}
        />
      </div>
      <TextArea
        label={`${text('sinister.openingDescription')} *`}
        error={errorOf('openingDescription')}
        {...register('openingDescription')}
      />
      <p className={classes.note}>{text('form.requiredMark')}</p>
      {open.isError && (
        <p role="alert" className={classes.failure}>
          {text('sinister.openFailed')}: {failureText(open.error, text)}
        </p>
      )}
      <footer className={classes.buttons}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" busy={open.isPending}>
          {text('sinister.open')}
        </Button>
      </footer>
    </form>
  );
}

/** The plate stands first, unless the name tells it already. */
function vehicleOf({ name, attributes: { plate } }: Device): string {
  return plate && !name.includes(plate) ? `${plate} · ${name}` : name;
}

function Known({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}
