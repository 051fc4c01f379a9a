import type { Device } from '@atalaia/contract/device';
import { openingTypes } from '@atalaia/domain/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { momentNow } from '../case-moment.ts';
import {
  type OpeningForm as Form,
  type OpeningPlace,
  openingFormSchema,
  openingOf,
} from '../opening-form-schema.ts';
import { useCaseForm } from '../use-case-form.ts';
import { useOpenSinister } from '../use-open-sinister.ts';
import { CaseForm } from './case-form.tsx';
import { CustomerChoice } from './customer-choice.tsx';
import { KindField } from './kind-field.tsx';
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
  const { text } = useTexts();
  const { timezone } = useSettings();
  const resolver = useMemo(() => zodResolver(openingFormSchema(timezone)), [timezone]);
  const open = useOpenSinister(onOpened);
  const { form, refused, errorOf } = useCaseForm<Form>(
    resolver,
    {
      ...momentNow(Date.now(), timezone),
      openingDescription: '',
      ...typed,
      ...(device.customerId > 0 && { customerId: device.customerId }),
    },
    open.error,
  );
  const { watch } = form;
  useEffect(() => {
    if (!onType) return;
    const { unsubscribe } = watch((values) => onType(values));
    return unsubscribe;
  }, [watch, onType]);

  return (
    <CaseForm
      form={form}
      label={text('sinister.new')}
      act={text('sinister.open')}
      sending={open}
      failed="sinister.openFailed"
      onSend={(told) => open.mutate(openingOf(told, { deviceId: device.id, place, zone: timezone }))}
      onCancel={onCancel}
    >
      <OpeningSubject device={device} place={place} />
      {device.customerId === 0 && (
        <CustomerChoice
          chosenId={form.getValues('customerId')}
          error={errorOf('customerId')}
          onChoose={(customerId) => form.setValue('customerId', customerId, { shouldValidate: true })}
        />
      )}
      <KindField
        name="openingType"
        label={text('sinister.openingType')}
        options={openingTypes.map((type) => ({ value: type, label: text(`openingType.${type}`) }))}
        error={errorOf('openingType')}
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
    </CaseForm>
  );
}
