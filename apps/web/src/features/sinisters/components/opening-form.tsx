import type { Device } from '@atalaia/contract/device';
import { openingTypes } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useRef } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { momentNow } from '../case-moment.ts';
import { errorAt, refusedFields } from '../field-errors.ts';
import { focusFirstFault } from '../focus-first-fault.ts';
import {
  type OpeningForm as Form,
  type OpeningPlace,
  openingFormSchema,
  openingOf,
} from '../opening-form-schema.ts';
import { useOpenSinister } from '../use-open-sinister.ts';
import classes from './case-form.module.css';
import { CustomerChoice } from './customer-choice.tsx';
import { FormFoot } from './form-foot.tsx';
import { MomentFields } from './moment-fields.tsx';
import { OpeningSubject } from './opening-subject.tsx';

interface OpeningFormProps {
  readonly device: Device;
  /** Where the device is; the case keeps it as its opening place. */
  readonly place: OpeningPlace | undefined;
  /** What was typed before, and who keeps what is typed now. */
  readonly typed?: Partial<Form>;
  readonly onType?: (typed: Partial<Form>) => void;
  readonly onCancel: () => void;
  readonly onOpened: (sinisterId: number) => void;
}

/** Opens a case of a device: kind, moment and what happened; device, customer and place are known (PANEL-06). */
export function OpeningForm({ device, place, typed, onType, onCancel, onOpened }: OpeningFormProps) {
  const texts = useTexts();
  const { text } = texts;
  const { timezone } = useSettings();
  const schema = useMemo(() => openingFormSchema(timezone), [timezone]);
  const open = useOpenSinister(onOpened);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: {
      ...momentNow(Date.now(), timezone),
      openingDescription: '',
      ...typed,
      ...(device.customerId > 0 && { customerId: device.customerId }),
    },
  });
  const { watch } = form;
  useEffect(() => {
    if (!onType) return;
    const { unsubscribe } = watch((values) => onType(values));
    return unsubscribe;
  }, [watch, onType]);
  const refused = refusedFields(open.error);
  const errorOf = (field: keyof Form) => errorAt(field, form.formState.errors, refused, texts);

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-label={text('sinister.new')}
        onSubmit={form.handleSubmit(
          (told) => open.mutate(openingOf(told, { deviceId: device.id, place, zone: timezone })),
          () => focusFirstFault(element.current),
        )}
      >
        <OpeningSubject device={device} place={place} />
        {device.customerId === 0 && (
          <CustomerChoice
            chosenId={form.getValues('customerId')}
            error={errorOf('customerId')}
            onChoose={(customerId) => form.setValue('customerId', customerId, { shouldValidate: true })}
          />
        )}
        <Controller
          control={form.control}
          name="openingType"
          render={({ field }) => (
            <SelectField
              ref={field.ref}
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
        <MomentFields
          dateLabel={text('sinister.openingDate')}
          timeLabel={text('sinister.openingTime')}
          refused={refused}
        />
        <TextArea
          label={`${text('sinister.openingDescription')} *`}
          error={errorOf('openingDescription')}
          {...form.register('openingDescription')}
        />
        <FormFoot
          act={text('sinister.open')}
          busy={open.isPending}
          failure={
            open.isError ? `${text('sinister.openFailed')}: ${failureText(open.error, text)}` : undefined
          }
          onCancel={onCancel}
        />
      </form>
    </FormProvider>
  );
}
