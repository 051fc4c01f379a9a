import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import { mdiContentCopy, mdiOpenInNew } from '@mdi/js';
import type { ReactNode } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import classes from './cockpit.module.css';
import { type Fix, useLiveFix } from './use-live-fix.ts';
import { useReach } from './use-reach.ts';

interface CaseFactsProps {
  readonly cockpit: Cockpit;
  /** A second tracker is to be shown on the map. */
  readonly onShow: (place: { latitude: number; longitude: number }) => void;
}

/** The newest facts of the vehicle, where it may be by now, and its other trackers (COCK-01). */
export function CaseFacts({ cockpit, onShow }: CaseFactsProps) {
  const { text } = useTexts();
  const fix = useLiveFix(cockpit.device);
  return (
    <section className={classes.part} aria-label={text('cockpit.now')}>
      <h2 className={classes.title}>{text('cockpit.now')}</h2>
      {fix ? (
        <Facts fix={fix} cockpit={cockpit} />
      ) : (
        <p className={classes.muted}>{text('cockpit.noDevice')}</p>
      )}
      {cockpit.twins.map((twin) => (
        <Twin key={twin.deviceId} twin={twin} onShow={onShow} />
      ))}
    </section>
  );
}

function StatePills({ fix }: { readonly fix: Fix }) {
  const { text } = useTexts();
  const { status, ignition, blocked } = fix;
  const tone = status === 'online' ? (ignition ? 'ignition' : 'online') : status;
  return (
    <span className={classes.pills}>
      <Pill tone={tone}>{text(`legend.${status}`)}</Pill>
      {ignition !== null && (
        <Pill tone={ignition ? 'ignition' : 'offline'}>
          {text(ignition ? 'panel.ignitionOn' : 'panel.ignitionOff')}
        </Pill>
      )}
      {blocked && <Pill tone="alarm">{text('panel.blocked')}</Pill>}
    </span>
  );
}

function Facts({ fix, cockpit }: { readonly fix: Fix; readonly cockpit: Cockpit }) {
  const { text } = useTexts();
  const formats = useFormats();
  const reach = useReach(fix, cockpit.whereabouts.plausibleKmh);
  const { latitude, longitude, fixTime, heardAt, speed, course } = fix;
  const address = formats.address(fix.address);
  const { cell } = cockpit.whereabouts;
  const isPlaced = latitude !== null && longitude !== null;
  const place = isPlaced ? `${formats.latitude(latitude)}, ${formats.longitude(longitude)}` : '';
  return (
    <>
      <div className={classes.row}>
        <StatePills fix={fix} />
        <span className={classes.speed}>{speed !== null && formats.speed(speed)}</span>
      </div>
      {isPlaced && (
        <div className={classes.row}>
          <span className={classes.facts}>
            <span className={classes.address} dir="auto">
              {address ?? place}
            </span>
            {address && <span className={classes.stamp}>{place}</span>}
          </span>
          <span className={classes.aside}>
            <IconButton
              name={text('cockpit.copyPlace')}
              icon={mdiContentCopy}
              onClick={() =>
                navigator.clipboard.writeText([address, place].filter(Boolean).join(' – ')).then(
                  () => toasts.show('success', text('cockpit.copied')),
                  () => toasts.show('failure', text('cockpit.notCopied')),
                )
              }
            />
            <a
              className={classes.outside}
              href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={text('cockpit.openOutside')}
              title={text('cockpit.openOutside')}
            >
              <Icon path={mdiOpenInNew} size={18} />
            </a>
          </span>
        </div>
      )}
      {reach === 'over' && <p className={classes.warning}>{text('cockpit.reachOver')}</p>}
      <dl className={classes.facts}>
        <Fact name={text('cockpit.fixAt')}>
          {fixTime ? <TimeAgo instant={fixTime} /> : text('value.missing')}
        </Fact>
        <Fact name={text('cockpit.heardAt')}>
          {heardAt ? <TimeAgo instant={heardAt} /> : text('value.missing')}
        </Fact>
        {course !== null && speed !== null && speed > 1 && (
          <Fact name={text('cockpit.course')}>{formats.course(course)}</Fact>
        )}
        {reach !== null && reach !== 'over' && (
          <Fact name={text('cockpit.reach')}>{formats.distance(reach.radiusMetres)}</Fact>
        )}
        {cell && (
          <Fact name={text('cockpit.cell')}>
            <span title={formats.dateTime(cell.at)}>
              {cellText(cell.network)} · <TimeAgo instant={cell.at} />
            </span>
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A cell as networks name it: `gsm 724-5-1203-44871`; several are separated by commas. */
export function cellText({ radioType, cellTowers }: Readonly<Record<string, unknown>>): string {
  const towers = Array.isArray(cellTowers) ? (cellTowers as Readonly<Record<string, unknown>>[]) : [];
  const names = towers.slice(0, 1).map((tower) =>
    ['mobileCountryCode', 'mobileNetworkCode', 'locationAreaCode', 'cellId']
      .map((part) => tower[part])
      .filter((part) => part !== undefined)
      .join('-'),
  );
  return [typeof radioType === 'string' && radioType.toUpperCase(), ...names].filter(Boolean).join(' ');
}

interface TwinProps {
  readonly twin: Fix;
  readonly onShow: CaseFactsProps['onShow'];
}

function Twin({ twin, onShow }: TwinProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const fix = useLiveFix(twin) ?? twin;
  const { latitude, longitude } = fix;
  const isPlaced = latitude !== null && longitude !== null;
  return (
    <button
      type="button"
      className={classes.twin}
      disabled={!isPlaced}
      onClick={() => isPlaced && onShow({ latitude, longitude })}
    >
      <span className={classes.row}>
        <bdi className={classes.name}>{text('cockpit.twin', { name: fix.name })}</bdi>
        <StatePills fix={fix} />
      </span>
      <span className={classes.muted} dir="auto">
        {fix.fixTime ? <TimeAgo instant={fix.fixTime} /> : text('value.missing')}
        {isPlaced &&
          ` · ${formats.address(fix.address) ?? `${formats.latitude(latitude)}, ${formats.longitude(longitude)}`}`}
        {fix.speed !== null && ` · ${formats.speed(fix.speed)}`}
      </span>
    </button>
  );
}
