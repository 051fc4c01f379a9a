import type { Sinister } from '@atalaia/contract/sinister';
import { formatPhone, isPhone } from '@atalaia/domain/documents/phone';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './sinister-facts.module.css';

/** The essential information of a case (SIN-01). */
export function SinisterFacts({ sinister }: { readonly sinister: Sinister }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { openingLatitude: latitude, openingLongitude: longitude } = sinister;
  const place =
    sinister.openingAddress ??
    (latitude !== null && longitude !== null
      ? `${formats.latitude(latitude)}, ${formats.longitude(longitude)}`
      : null);
  const vehicle = [sinister.deviceModel, sinister.deviceColor].filter(Boolean).join(' · ');
  const phone = sinister.customerPhone;
  const facts = [
    ['sinister.openingType', text(`openingType.${sinister.openingType}`)],
    ['sinister.openingDate', formats.dateTime(sinister.openingDate)],
    ['sinister.openingAddress', place],
    ['sinister.device', sinister.device.name],
    ['sinister.vehicle', vehicle],
    ['sinister.customer', sinister.customerName],
    ['sinister.customerPhone', phone && isPhone(phone) ? formatPhone(phone) : phone],
    ['sinister.openedBy', sinister.openedBy],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(
          ([key, value]) =>
            value && (
              <div key={key} className={classes.row}>
                <dt>{text(key)}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={classes.description} dir="auto">
        {sinister.openingDescription}
      </p>
    </>
  );
}
