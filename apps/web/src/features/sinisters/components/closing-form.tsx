import { type Sinister, type SinisterClosing, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { closingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import {
  aheadFault,
  hasHappened,
  instantOf,
  message,
  momentFields,
  momentMs,
  momentNow,
  required,
  requiredText,
} from '../sinister-forms.ts';
import { takeSinisters } from '../use-open-sinisters.ts';
import { useSinisterForm } from '../use-sinister-form.ts';
import { KindField, type LastPlace, MomentFields, TakePlace } from './sinister-fields.tsx';
import { SinisterForm } from './sinister-form.tsx';

/** What a half-written one is kept by. */
export const closingDraft = (sinisterId: number) => `closing ${sinisterId}`;

interface ClosingFormProps {
  readonly sinister: Pick<Sinister, 'id' | 'openingDate'>;
  /** Where the vehicle is: its address is taken in one click, and its place with it. */
  readonly lastPlace?: LastPlace | undefined;
  readonly onDone: () => void;
}

/** Ends a sinister: how, when, where, and whether the vehicle is damaged (SIN-11). */
export function ClosingForm({ sinister, lastPlace, onDone }: ClosingFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const openedMs = Date.parse(sinister.openingDate);
  const resolver = useMemo(() => zodResolver(closingFormSchema(timezone, openedMs)), [timezone, openedMs]);
  const end = () => {
    drop();
    onDone();
  };
  const close = useCloseSinister(end);
  const [taken, setTaken] = useState<{ readonly address: string; readonly place: LastPlace }>();
  const { form, drop, refused, errorOf } = useSinisterForm<Form>(
    resolver,
    {
      ...momentNow(Date.now(), timezone),
      closingAddress: '',
      closingDescription: '',
      vehicleDamaged: false,
    },
    close.error,
    closingDraft(sinister.id),
  );

  return (
    <SinisterForm
      form={form}
      label={text('sinister.close')}
      act={text('sinister.close')}
      danger
      sending={close}
      failed="sinister.closeFailed"
      onSend={(values) => {
        const closing = closingOf(values, { sinisterId: sinister.id, openedMs, zone: timezone });
        // an address that was typed over is another place
        const place = taken?.address === values.closingAddress ? taken.place : undefined;
        close.mutate({
          ...closing,
          ...(place && { closingLatitude: place.latitude, closingLongitude: place.longitude }),
        });
      }}
      onCancel={end}
    >
      <KindField
        name="closingType"
        label={text('sinister.closingType')}
        options={closingTypes.map((type) => ({ value: type, label: text(`closingType.${type}`) }))}
        error={errorOf('closingType')}
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
      {lastPlace && (
        <TakePlace
          place={lastPlace}
          onTake={(address) => {
            form.setValue('closingAddress', address, { shouldValidate: form.formState.isSubmitted });
            setTaken({ address, place: lastPlace });
          }}
        />
      )}
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
    </SinisterForm>
  );
}

/** Closes a sinister: it leaves the open ones (SIN-05, SIN-11). */
function useCloseSinister(onClosed: () => void) {
  const { text } = useTexts();
  const queries = useQueryClient();
  return useWrite({
    ofForm: true,
    takesFormAway: true,
    write: (api, closing: SinisterClosing) => closeSinister(api, closing),
    onSuccess(closed) {
      toasts.show('success', text('sinister.closed'));
      onClosed();
      takeSinisters(queries, [closed]);
    },
    onError(error) {
      console.error('The sinister could not be closed', error);
      toasts.show('failure', text('sinister.closeFailed'));
    },
  });
}

function closeSinister(api: ApiWriter, closing: SinisterClosing): Promise<Sinister> {
  return api.json({ method: 'PUT', path: `sinisters/${closing.id}/close`, json: closing }, sinisterSchema);
}

const minuteMs = 60_000;

/** How a sinister ended (SIN-11); it cannot end before it began, to the minute that the form knows. */
export function closingFormSchema(zone: string, openedMs: number) {
  const openedMinuteMs = Math.floor(openedMs / minuteMs) * minuteMs;
  return z
    .object({
      closingType: z.enum(closingTypes, { error: required }),
      ...momentFields(zone),
      closingAddress: requiredText(1000),
      closingDescription: requiredText(10_000),
      vehicleDamaged: z.boolean(),
    })
    .refine((form) => hasHappened(form, zone), aheadFault)
    .refine((form) => !(Number(momentMs(form, zone)) < openedMinuteMs), {
      path: ['date'],
      error: message('sinister.beforeOpening'),
    });
}

type Form = z.infer<ReturnType<typeof closingFormSchema>>;

/** A checked form as the API takes it. A sinister closed in the minute of its opening ends no earlier than it began. */
export function closingOf(
  form: Form,
  { sinisterId, openedMs, zone }: { sinisterId: number; openedMs: number; zone: string },
): SinisterClosing {
  const { date: _date, time: _time, ...fields } = form;
  const closedMs = Math.max(Date.parse(instantOf(form, zone)), openedMs);
  return { id: sinisterId, ...fields, closingDate: new Date(closedMs).toISOString() };
}
