import type { Sinister } from '@atalaia/contract/sinister';
import { closingTypes } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useRef } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { momentNow } from '../case-moment.ts';
import { closingFormSchema, closingOf, type ClosingForm as Form } from '../closing-form-schema.ts';
import { errorAt, refusedFields } from '../field-errors.ts';
import { focusFirstFault } from '../focus-first-fault.ts';
import { useCloseSinister } from '../use-close-sinister.ts';
import classes from './case-form.module.css';
import { FormFoot } from './form-foot.tsx';
import { MomentFields } from './moment-fields.tsx';

interface ClosingFormProps {
  readonly sinister: Pick<Sinister, 'id' | 'openingDate'>;
  readonly onDone: () => void;
}

/** Ends a case: how, when, where, and whether the vehicle is damaged (SIN-11). */
export function ClosingForm({ sinister, onDone }: ClosingFormProps) {
  const texts = useTexts();
  const { text } = texts;
  const { timezone } = useSettings();
  const openedMs = Date.parse(sinister.openingDate);
  const schema = useMemo(() => closingFormSchema(timezone, openedMs), [timezone, openedMs]);
  const close = useCloseSinister(onDone);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: {
      ...momentNow(Date.now(), timezone),
      closingAddress: '',
      closingDescription: '',
      vehicleDamaged: false,
    },
  });
  const refused = refusedFields(close.error);
  const errorOf = (field: keyof Form) => errorAt(field, form.formState.errors, refused, texts);

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-label={text('sinister.close')}
        onSubmit={form.handleSubmit(
          (told) => close.mutate(closingOf(told, { sinisterId: sinister.id, openedMs, zone: timezone })),
          () => focusFirstFault(element.current),
        )}
      >
        <Controller
          control={form.control}
          name="closingType"
          render={({ field }) => (
            <SelectField
              ref={field.ref}
              labelled
              label={`${text('sinister.closingType')} *`}
              placeholder={text('selector.placeholder')}
              options={closingTypes.map((type) => ({ value: type, label: text(`closingType.${type}`) }))}
              chosen={field.value ?? null}
              onChoose={field.onChange}
              error={errorOf('closingType')}
            />
          )}
        />
        <MomentFields
          dateLabel={text('sinister.closingDate')}
          timeLabel={text('sinister.closingTime')}
          refused={refused}
        />
        <TextField
          dense
          label={`${text('sinister.closingAddress')} *`}
          maxLength={1000}
          error={errorOf('closingAddress')}
          {...form.register('closingAddress')}
        />
        <TextArea
          label={`${text('sinister.closingDescription')} *`}
          error={errorOf('closingDescription')}
          {...form.register('closingDescription')}
        />
        <Controller
          control={form.control}
          name="vehicleDamaged"
          render={({ field }) => (
            <SwitchField
              ref={field.ref}
              label={text('sinister.vehicleDamaged')}
              on={field.value}
              onSwitch={field.onChange}
            />
          )}
        />
        <FormFoot
          act={text('sinister.close')}
          danger
          busy={close.isPending}
          failure={
            close.isError ? `${text('sinister.closeFailed')}: ${failureText(close.error, text)}` : undefined
          }
          onCancel={onDone}
        />
      </form>
    </FormProvider>
  );
}
