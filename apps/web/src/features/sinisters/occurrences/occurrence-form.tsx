import {
  type Occurrence,
  type OccurrenceInput,
  occurrenceSchema,
} from '@atalaia/contract/sinisters/occurrence';
import { occurrenceCategories } from '@atalaia/domain/catalog/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { KindField, type LastPlace, MomentFields, TakePlace } from '../components/sinister-fields.tsx';
import { SinisterForm } from '../components/sinister-form.tsx';
import {
  type ChosenImage,
  type OccurrenceForm as Form,
  momentNow,
  occurrenceFormSchema,
  occurrenceOf,
} from '../sinister-forms.ts';
import { takeSinisters } from '../use-open-sinisters.ts';
import { getSinister } from '../use-sinister.ts';
import { useSinisterForm } from '../use-sinister-form.ts';
import { ImageField } from './image-field.tsx';

/** An image of some megabytes over a slow line, ms. */
const timeoutMs = 120_000;

/** Adds an occurrence; its author is the signed-in user. */
function addOccurrence(api: ApiWriter, sinisterId: number, occurrence: OccurrenceInput): Promise<Occurrence> {
  const path = `sinisters/${sinisterId}/occurrences`;
  return api.json({ method: 'POST', path, json: occurrence, timeoutMs }, occurrenceSchema);
}

/** Adds an occurrence to a sinister and shows the sinister again (SIN-05, SIN-09). */
function useAddOccurrence(sinisterId: number, onAdded: () => void) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  return useWrite({
    ofForm: true,
    write: (writer, occurrence: OccurrenceInput) => addOccurrence(writer, sinisterId, occurrence),
    async onSuccess() {
      toasts.show('success', text('occurrence.created'));
      onAdded();
      const signal = new AbortController().signal;
      // Other updates of it come by the live channel, or the next load.
      takeSinisters(queries, [await getSinister(api, sinisterId, signal)]);
    },
    onError(error) {
      console.error('The occurrence could not be added', error);
      toasts.show('failure', text('occurrence.failed'));
    },
  });
}

/** What a half-written one is kept by. */
export const occurrenceDraft = (sinisterId: number) => `occurrence ${sinisterId}`;

interface OccurrenceFormProps {
  readonly sinisterId: number;
  /** Where the vehicle is: its address is taken in one click. */
  readonly lastPlace?: LastPlace | undefined;
  readonly onDone: () => void;
}

/** The form of what happened or was done while a sinister is open, with an optional image (SIN-09). */
export function OccurrenceForm({ sinisterId, lastPlace, onDone }: OccurrenceFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const resolver = useMemo(() => zodResolver(occurrenceFormSchema(timezone)), [timezone]);
  const about = occurrenceDraft(sinisterId);
  const [image, setImage] = useKept<ChosenImage>(`${about} image`);
  const end = () => {
    drop();
    setImage(undefined);
    onDone();
  };
  const add = useAddOccurrence(sinisterId, end);
  const { form, drop, refused, errorOf } = useSinisterForm<Form>(
    resolver,
    { ...momentNow(Date.now(), timezone), address: '', description: '' },
    add.error,
    about,
  );

  return (
    <SinisterForm
      form={form}
      label={text('sinister.addOccurrence')}
      act={text('action.add')}
      sending={add}
      failed="occurrence.failed"
      onSend={(values) => add.mutate(occurrenceOf(values, { sinisterId, image, zone: timezone }))}
      onCancel={end}
    >
      <KindField
        name="category"
        label={text('occurrence.category')}
        options={occurrenceCategories.map((category) => ({
          value: category,
          label: text(`occurrenceCategory.${category}`),
        }))}
        error={errorOf('category')}
        leadsTo="description"
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
      {lastPlace && <TakePlace place={lastPlace} onTake={(address) => form.setValue('address', address)} />}
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
    </SinisterForm>
  );
}
