import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { formatPhone, isPhone } from '@atalaia/domain/documents/phone';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './sinister-facts.module.css';
import { TitledFacts } from './titled-facts.tsx';

/** The essential information of a sinister (SIN-01). */
export function SinisterFacts({ sinister }: { readonly sinister: Sinister }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { openingLatitude: latitude, openingLongitude: longitude } = sinister;
  const place =
    sinister.openingAddress ??
    (latitude !== null && longitude !== null
      ? `${formats.latitude(latitude)}, ${formats.longitude(longitude)}`
      : null);
  const phone = sinister.customerPhone;
  return (
    <>
      <TitledFacts
        facts={[
          [text('sinister.openingType'), text(`openingType.${sinister.openingType}`)],
          [text('sinister.openingDate'), formats.dateTime(sinister.openingDate)],
          [text('sinister.openingAddress'), place],
          [text('sinister.device'), sinister.device.name],
          [
            text('sinister.vehicle'),
            [sinister.deviceModel, sinister.deviceColor].filter(Boolean).join(' · '),
          ],
          [text('sinister.customer'), sinister.customerName],
          [text('sinister.customerPhone'), phone && isPhone(phone) ? formatPhone(phone) : phone],
          [text('sinister.openedBy'), sinister.openedBy],
        ]}
      />
      <p className={classes.description} dir="auto">
        {sinister.openingDescription}
      </p>
    </>
  );
}
