import type { SharedLocation } from '@atalaia/contract/accounts/location';
import { mdiCrosshairsGps, mdiMapMarkerRadiusOutline, mdiOpenInNew } from '@mdi/js';
import { TimeAgo } from '../../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import classes from './shared-places.module.css';

interface SharedPlacesProps {
  readonly location: SharedLocation;
  /** Shows a device on the map, by its number from 1. Left out where no map could be drawn, which is shown then. */
  readonly onShow?: (deviceNumber: number) => void;
}

/** The devices of a link in words: who, how long ago, how fast, and the way there (SHARE-02). */
export function SharedPlaces({ location, onShow }: SharedPlacesProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <Card className={classes.places} data-alone={!onShow || undefined}>
      <header className={classes.head}>
        <Icon path={mdiMapMarkerRadiusOutline} size={18} />
        <h1 className={classes.title}>{text('share.title')}</h1>
      </header>
      {!onShow && (
        <p role="alert" className={classes.note}>
          {text('share.noMap')}
        </p>
      )}
      {location.devices.length === 0 && <p className={classes.note}>{text('share.noDevices')}</p>}
      <ul className={classes.list}>
        {location.devices.map((device, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no other number of its devices
          <SharedPlace key={index} device={device} number={index + 1} onShow={onShow} />
        ))}
      </ul>
      <p className={classes.foot}>{text('share.expires', { date: formats.dateTime(location.expiresAt) })}</p>
    </Card>
  );
}

interface SharedPlaceProps {
  readonly onShow: SharedPlacesProps['onShow'] | undefined;
  readonly device: SharedLocation['devices'][number];
  readonly number: number;
}

function SharedPlace({ device, number, onShow }: SharedPlaceProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { category, latitude, longitude, speed, course, fixTime } = device;
  const name = device.name ?? text('share.vehicle', { number });
  return (
    <li className={classes.device}>
      <span className={classes.icon}>
        <Icon path={categoryIcon(category)} size={20} />
      </span>
      <p className={classes.name} dir="auto" title={name}>
        {name}
      </p>
      <p className={classes.line}>
        {fixTime === null ? (
          text('share.noPlace')
        ) : (
          <>
            <TimeAgo instant={fixTime} />
            {speed !== null && ` · ${formats.speed(speed)}`}
            {course !== null && speed ? ` · ${formats.course(course)}` : ''}
          </>
        )}
      </p>
      {latitude !== null && longitude !== null && (
        <div className={classes.ways}>
          {!onShow && (
            <span className={classes.line}>
              {formats.latitude(latitude)}, {formats.longitude(longitude)}
            </span>
          )}
          {onShow && (
            <IconButton
              size={28}
              name={text('share.show', { name })}
              icon={mdiCrosshairsGps}
              onClick={() => onShow(number)}
            />
          )}
          <a
            className={classes.out}
            href={placeAddress({ latitude, longitude })}
            target="_blank"
            rel="noopener noreferrer"
            title={text('share.openOutside')}
            aria-label={text('share.openOutside')}
          >
            <Icon path={mdiOpenInNew} size={18} />
          </a>
        </div>
      )}
    </li>
  );
}

/** A place in the maps service that people know, from where a phone shows the way. */
function placeAddress({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): string {
  const query = new URLSearchParams({ api: '1', query: `${latitude},${longitude}` });
  return `https://www.google.com/maps/search/?${query}`;
}
