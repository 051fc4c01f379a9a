import type { Device } from '@atalaia/contract/device';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { OpeningPlace } from '../opening-form-schema.ts';
import classes from './case-form.module.css';

interface OpeningSubjectProps {
  readonly device: Device;
  readonly place: OpeningPlace | undefined;
}

/** What a case is about before it is opened: the vehicle, its customer, and where it is now. */
export function OpeningSubject({ device, place }: OpeningSubjectProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <dl className={classes.known}>
      <Known name={text('sinister.vehicle')}>{vehicleOf(device)}</Known>
      {device.customerId > 0 && <Known name={text('sinister.customer')}>{device.customerName}</Known>}
      <Known name={text('sinister.openingAddress')}>
        {place
          ? (place.address ?? `${formats.latitude(place.latitude)}, ${formats.longitude(place.longitude)}`)
          : text('value.missing')}
      </Known>
    </dl>
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
