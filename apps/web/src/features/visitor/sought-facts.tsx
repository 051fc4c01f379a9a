import type { SoughtPlace, SoughtVehicle } from '@atalaia/contract/sinisters/police-link';
import { mdiNavigationVariantOutline, mdiPhoneOutline } from '@mdi/js';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import linkClasses from '../../ui/button/link-button.module.css';
import { Icon } from '../../ui/icon.tsx';
import classes from './visitor.module.css';

/** What to look for: the plate large, then what it looks like. */
export function SoughtVehicleFacts({ vehicle }: { readonly vehicle: SoughtVehicle }) {
  const { text, textOr } = useTexts();
  const { plate, manufacturer, vehicleModel, color, year, category } = vehicle;
  const looks = [
    [manufacturer, vehicleModel].filter(Boolean).join(' '),
    color,
    year,
    category && textOr(`category.${category}`, category),
  ].filter(Boolean);
  return (
    <div>
      <p className={classes.plate}>
        <bdi>{plate ?? text('visitor.noPlate')}</bdi>
      </p>
      <p className={classes.muted}>{looks.join(' · ')}</p>
    </div>
  );
}

/** Where it was last, in words, and the way there. */
export function SoughtPlaceFacts({ place }: { readonly place: SoughtPlace }) {
  const { text } = useTexts();
  const formats = useFormats();
  if (!place) return <p className={classes.note}>{text('visitor.noPlace')}</p>;
  const { latitude, longitude, speed, course, fixTime } = place;
  return (
    <div>
      <p>
        <b>
          <TimeAgo instant={fixTime} />
        </b>
        {speed !== null && ` · ${formats.speed(speed)}`}
        {course !== null && speed ? ` · ${formats.course(course)}` : ''}
      </p>
      <p className={classes.muted}>
        {formats.dateTime(fixTime)} · {formats.latitude(latitude)}, {formats.longitude(longitude)}
      </p>
      <p className={classes.ways}>
        <a
          className={linkClasses.link}
          data-large
          href={wayTo(latitude, longitude)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon path={mdiNavigationVariantOutline} size={18} />
          {text('visitor.navigate')}
        </a>
        <a
          className={linkClasses.link}
          data-large
          href={`https://waze.com/ul?ll=${latitude},${longitude}&navigate=yes`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Waze
        </a>
      </p>
    </div>
  );
}

/** The telephone of the centre, to be dialled. */
export function CentrePhone({ phone }: { readonly phone: string | null }) {
  const { text } = useTexts();
  if (!phone) return null;
  return (
    <a className={linkClasses.link} data-large href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      <Icon path={mdiPhoneOutline} size={18} />
      {text('visitor.callCentre', { phone })}
    </a>
  );
}

/** Google's address that begins a way on a phone, in the app where it is installed. */
function wayTo(latitude: number, longitude: number): string {
  const query = new URLSearchParams({ api: '1', destination: `${latitude},${longitude}` });
  return `https://www.google.com/maps/dir/?${query}`;
}
