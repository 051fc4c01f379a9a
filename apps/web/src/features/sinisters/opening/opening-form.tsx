import type { Device } from '@atalaia/contract/devices/device';
import { type Sinister, type SinisterOpening, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { KindField, MomentFields } from '../components/sinister-fields.tsx';
import classes from '../components/sinister-form.module.css';
import { SinisterForm } from '../components/sinister-form.tsx';
import {
  type OpeningForm as Form,
  momentNow,
  type OpeningPlace,
  openingFormSchema,
  openingOf,
} from '../sinister-forms.ts';
import { takeSinisters } from '../use-open-sinisters.ts';
import { useSinisterForm } from '../use-sinister-form.ts';
import { CustomerChoice } from './customer-choice.tsx';

interface OpeningFormProps {
  readonly device: Device;
  /** Where the device is; the sinister keeps it as its opening place. */
  readonly place: OpeningPlace | undefined;
  /** What was typed before, and who keeps what is typed now. */
  readonly typed?: Partial<Form>;
  readonly onType?: (typed: Partial<Form>) => void;
  readonly onCancel: () => void;
  readonly onOpened: (sinisterId: number) => void;
}

/** Opens a sinister of a device: kind, moment and what happened; device, customer and place are known (PANEL-06). */
export function OpeningForm({ device, place, typed, onType, onCancel, onOpened }: OpeningFormProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const resolver = useMemo(() => zodResolver(openingFormSchema(timezone)), [timezone]);
  const open = useOpenSinister(onOpened);
  const { form, refused, errorOf } = useSinisterForm<Form>(
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
    <SinisterForm
      form={form}
      label={text('sinister.new')}
      act={text('sinister.open')}
      sending={open}
      failed="sinister.openFailed"
      onSend={(values) => open.mutate(openingOf(values, { deviceId: device.id, place, zone: timezone }))}
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
        {...(device.customerId > 0 && { leadsTo: 'openingDescription' })}
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
    </SinisterForm>
  );
}

/** Opens a sinister and adds it to the list at once (SIN-05). A failure is shown by a toast and in the form. */
function useOpenSinister(onOpened: (sinisterId: number) => void) {
  const { text } = useTexts();
  const queries = useQueryClient();
  return useWrite({
    ofForm: true,
    write: (api, opening: SinisterOpening) => openSinister(api, opening),
    onSuccess(sinister) {
      takeSinisters(queries, [sinister]);
      toasts.show('success', text('sinister.opened'));
      onOpened(sinister.id);
    },
    onError(error) {
      console.error('The sinister could not be opened', error);
      toasts.show('failure', text('sinister.openFailed'));
    },
  });
}

/** Opens a sinister; its author is the signed-in user. */
function openSinister(api: ApiWriter, opening: SinisterOpening): Promise<Sinister> {
  return api.json({ method: 'POST', path: 'sinisters/open', json: opening }, sinisterSchema);
}

interface OpeningSubjectProps {
  readonly device: Device;
  readonly place: OpeningPlace | undefined;
}

/** What a new sinister is about: the vehicle, its customer, and its present place. */
function OpeningSubject({ device, place }: OpeningSubjectProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <dl className={classes.known}>
      <Known name={text('sinister.vehicle')}>{vehicleOf(device)}</Known>
      {device.customerId > 0 && <Known name={text('sinister.customer')}>{device.customerName}</Known>}
      <Known name={text('sinister.openingAddress')}>
        {place
          ? (formats.address(place.address) ??
            `${formats.latitude(place.latitude)}, ${formats.longitude(place.longitude)}`)
          : text('value.missing')}
      </Known>
    </dl>
  );
}

/** The plate is first, unless the name holds it already. */
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

interface OpeningDialogProps {
  readonly device: Device;
  readonly place: OpeningPlace | undefined;
  readonly onClose: () => void;
  readonly onOpened: (sinisterId: number) => void;
}

export function OpeningDialog({ device, place, onClose, onOpened }: OpeningDialogProps) {
  const { text } = useTexts();
  return (
    <Dialog
      opened
      width={560}
      title={text('sinister.new')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <OpeningForm device={device} place={place} onCancel={onClose} onOpened={onOpened} />
    </Dialog>
  );
}
