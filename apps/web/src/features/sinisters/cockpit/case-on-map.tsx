import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiCrosshairsGps } from '@mdi/js';
import { useEffect } from 'react';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { useSinisterPicture } from '../components/sinister-on-map.tsx';
import classes from './case-on-map.module.css';
import { type Fix, useLiveFix } from './use-live-fix.ts';
import { useReach } from './use-reach.ts';

interface CaseOnMapProps {
  readonly core: Pick<MapCore, 'setSinister' | 'setReach' | 'pin' | 'select' | 'setFollow' | 'state'>;
  readonly sinister: Sinister;
  readonly cockpit: Cockpit;
}

/** The way since the event, where the vehicle may be by now, its usual stops and its other trackers (COCK-01). */
export function CaseOnMap({ core, sinister, cockpit }: CaseOnMapProps) {
  const { text } = useTexts();
  useSinisterPicture(core, sinister);
  const { usualStops, plausibleKmh } = cockpit.whereabouts;
  const isOpen = sinister.status === 'opened';
  return (
    <>
      {isOpen && cockpit.device && <ReachOnMap core={core} said={cockpit.device} kmh={plausibleKmh} />}
      {isOpen && cockpit.device && <FollowButton core={core} deviceId={sinister.deviceId} />}
      {usualStops.map(({ latitude, longitude, hours }) => (
        <Pinned key={`${latitude} ${longitude}`} core={core} place={{ latitude, longitude }}>
          <span className={classes.pin}>{text('cockpit.usualStop', { hours })}</span>
        </Pinned>
      ))}
      {cockpit.twins.map((twin) => (
        <TwinPin key={twin.deviceId} core={core} twin={twin} />
      ))}
    </>
  );
}

interface ReachOnMapProps extends Pick<CaseOnMapProps, 'core'> {
  readonly said: Fix;
  readonly kmh: number | null;
}

function ReachOnMap({ core, said, kmh }: ReachOnMapProps) {
  const fix = useLiveFix(said) ?? said;
  const reach = useReach(fix, kmh);
  const { latitude, longitude, radiusMetres } = reach === null || reach === 'over' ? none : reach;
  useEffect(() => {
    core.setReach(radiusMetres > 0 ? { latitude, longitude, radiusMetres } : null);
  }, [core, latitude, longitude, radiusMetres]);
  useEffect(() => () => core.setReach(null), [core]);
  return null;
}

const none = { latitude: 0, longitude: 0, radiusMetres: 0 };

/** Keeps the vehicle in the middle until the map is moved by hand. */
function FollowButton({ core, deviceId }: Pick<CaseOnMapProps, 'core'> & { readonly deviceId: number }) {
  const { text } = useTexts();
  const isFollowed = useStore(
    core.state,
    ({ follow, selectedDeviceId }) => follow && selectedDeviceId === deviceId,
  );
  const follow = async () => {
    if (isFollowed) return core.setFollow(false);
    if ((await core.select(deviceId)) === 'selected') core.setFollow(true);
  };
  return (
    <div className={classes.follow}>
      <Button
        kind={isFollowed ? 'primary' : 'default'}
        icon={mdiCrosshairsGps}
        onClick={() =>
          void follow().catch((error: unknown) => console.error('The vehicle cannot be followed', error))
        }
      >
        {text(isFollowed ? 'cockpit.followed' : 'panel.follow')}
      </Button>
    </div>
  );
}

function TwinPin({ core, twin }: Pick<CaseOnMapProps, 'core'> & { readonly twin: Fix }) {
  const { text } = useTexts();
  const { latitude, longitude, name } = useLiveFix(twin) ?? twin;
  if (latitude === null || longitude === null) return null;
  return (
    <Pinned core={core} place={{ latitude, longitude }}>
      <span className={classes.pin} data-twin>
        {text('cockpit.twin', { name })}
      </span>
    </Pinned>
  );
}
