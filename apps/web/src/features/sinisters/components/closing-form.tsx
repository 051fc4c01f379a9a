import type { Sinister } from '@atalaia/contract/sinister';
import { closingTypes } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { momentNow } from '../case-moment.ts';
import { closingFormSchema, closingOf, type ClosingForm as Form } from '../closing-form-schema.ts';
import { useCaseForm } from '../use-case-form.ts';
import { useCloseSinister } from '../use-close-sinister.ts';
import { CaseForm } from './case-form.tsx';
import { KindField } from './kind-field.tsx';
import { MomentFields } from './moment-fields.tsx';

interface ClosingFormProps {
  readonly sinister: Pick<Sinister, 'id' | 'openingDate'>;
  readonly onDone: () => void;
}

/** Ends a case: how, when, where, and whether the vehicle is damaged (SIN-11). */
export function ClosingForm({ sinister, onDone }: ClosingFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const openedMs = Date.parse(sinister.openingDate);
  const resolver = useMemo(() => zodResolver(closingFormSchema(timezone, openedMs)), [timezone, openedMs]);
  const close = useCloseSinister(onDone);
  const { form, refused, errorOf } = useCaseForm<Form>(
    resolver,
    {
      ...momentNow(Date.now(), timezone),
      closingAddress: '',
      closingDescription: '',
      vehicleDamaged: false,
    },
    close.error,
  );

  return (
    <CaseForm
      form={form}
      label={text('sinister.close')}
      act={text('sinister.close')}
      danger
      sending={close}
      failed="sinister.closeFailed"
      onSend={(told) => close.mutate(closingOf(told, { sinisterId: sinister.id, openedMs, zone: timezone }))}
      onCancel={onDone}
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
    </CaseForm>
  );
}
