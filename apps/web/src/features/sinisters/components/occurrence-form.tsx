import { occurrenceCategories } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { momentNow } from '../case-moment.ts';
import {
  type ChosenImage,
  type OccurrenceForm as Form,
  occurrenceFormSchema,
  occurrenceOf,
} from '../occurrence-form-schema.ts';
import { useAddOccurrence } from '../use-add-occurrence.ts';
import { useCaseForm } from '../use-case-form.ts';
import { CaseForm } from './case-form.tsx';
import { ImageField } from './image-field.tsx';
import { KindField } from './kind-field.tsx';
import { MomentFields } from './moment-fields.tsx';

interface OccurrenceFormProps {
  readonly sinisterId: number;
  readonly onDone: () => void;
}

/** Tells what happened, or was done, while a case is open, with an image where there is one (SIN-09). */
export function OccurrenceForm({ sinisterId, onDone }: OccurrenceFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const resolver = useMemo(() => zodResolver(occurrenceFormSchema(timezone)), [timezone]);
  const [image, setImage] = useState<ChosenImage>();
  const add = useAddOccurrence(sinisterId, onDone);
  const { form, refused, errorOf } = useCaseForm<Form>(
    resolver,
    { ...momentNow(Date.now(), timezone), address: '', description: '' },
    add.error,
  );

  return (
    <CaseForm
      form={form}
      label={text('sinister.addOccurrence')}
      act={text('action.add')}
      sending={add}
      failed="occurrence.failed"
      onSend={(told) => add.mutate(occurrenceOf(told, { sinisterId, image, zone: timezone }))}
      onCancel={onDone}
    >
      <KindField
        name="category"
        label={text('occurrence.category')}
        options={occurrenceCategories.map((category) => ({
          value: category,
          label: text(`occurrenceCategory.${category}`),
        }))}
        error={errorOf('category')}
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
    </CaseForm>
  );
}
