import { occurrenceCategories } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useRef, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { momentNow } from '../case-moment.ts';
import { errorAt, refusedFields } from '../field-errors.ts';
import { focusFirstFault } from '../focus-first-fault.ts';
import {
  type ChosenImage,
  type OccurrenceForm as Form,
  occurrenceFormSchema,
  occurrenceOf,
} from '../occurrence-form-schema.ts';
import { useAddOccurrence } from '../use-add-occurrence.ts';
import classes from './case-form.module.css';
import { FormFoot } from './form-foot.tsx';
import { ImageField } from './image-field.tsx';
import { MomentFields } from './moment-fields.tsx';

interface OccurrenceFormProps {
  readonly sinisterId: number;
  readonly onDone: () => void;
}

/** Tells what happened, or was done, while a case is open, with an image where there is one (SIN-09). */
export function OccurrenceForm({ sinisterId, onDone }: OccurrenceFormProps) {
  const texts = useTexts();
  const { text } = texts;
  const { timezone } = useSettings();
  const schema = useMemo(() => occurrenceFormSchema(timezone), [timezone]);
  const [image, setImage] = useState<ChosenImage>();
  const add = useAddOccurrence(sinisterId, onDone);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { ...momentNow(Date.now(), timezone), address: '', description: '' },
  });
  const refused = refusedFields(add.error);
  const errorOf = (field: keyof Form) => errorAt(field, form.formState.errors, refused, texts);

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-label={text('sinister.addOccurrence')}
        onSubmit={form.handleSubmit(
          (told) => add.mutate(occurrenceOf(told, { sinisterId, image, zone: timezone })),
          () => focusFirstFault(element.current),
        )}
      >
        <Controller
          control={form.control}
          name="category"
          render={({ field }) => (
            <SelectField
              ref={field.ref}
              labelled
              label={`${text('occurrence.category')} *`}
              placeholder={text('selector.placeholder')}
              options={occurrenceCategories.map((category) => ({
                value: category,
                label: text(`occurrenceCategory.${category}`),
              }))}
              chosen={field.value ?? null}
              onChoose={field.onChange}
              error={errorOf('category')}
            />
          )}
        />
        <MomentFields
          dateLabel={text('occurrence.date')}
          timeLabel={text('occurrence.time')}
          refused={refused}
        />
        <TextField
          dense
          label={text('occurrence.address')}
          maxLength={1000}
          error={errorOf('address')}
          {...form.register('address')}
        />
        <TextArea
          label={`${text('occurrence.description')} *`}
          error={errorOf('description')}
          {...form.register('description')}
        />
        <ImageField
          image={image}
          onChoose={setImage}
          refusal={refused.has('image') ? failureText(add.error, text) : undefined}
        />
        <FormFoot
          act={text('action.add')}
          busy={add.isPending}
          failure={add.isError ? `${text('occurrence.failed')}: ${failureText(add.error, text)}` : undefined}
          onCancel={onDone}
        />
      </form>
    </FormProvider>
  );
}
