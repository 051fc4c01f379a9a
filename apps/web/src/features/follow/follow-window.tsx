import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';
import type { Position } from '@atalaia/contract/devices/position';
import { mdiClose, mdiCrosshairsGps } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { deviceTone } from '../../lib/device/device-tone.ts';
import { type DeviceRow, fetchDeviceRows } from '../../lib/fleet/use-device-rows.ts';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useHasOpenAlarm, useLive } from '../../live/live-context.ts';
import { isNewer, type LiveFeed } from '../../live/live-feed.ts';
import { createShownFeed, type ShownFeed } from '../../live/shown-feed.ts';
import type { MapCore } from '../../map/map-api.ts';
import { createMapCore } from '../../map/map-core.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import { useBaseMapOffer } from '../../map/use-base-map-offer.ts';
import { useCore } from '../../map/use-map-state.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Pill } from '../../ui/layout/pill.tsx';
import { useTheme } from '../../ui/theme/theme-provider.tsx';
import classes from './follow-window.module.css';

/** A small window shows the streets around, and not only the one. */
const selectZoom = 16;

/** What the channel may have missed in a gap is read again so often, ms. */
const refreshMs = 30_000;

interface FollowWindowProps {
  readonly deviceId: number;
  readonly onClose: () => void;
}

/** One of several vehicles that are followed at once: a map of its own that keeps it in the middle. */
export function FollowWindow({ deviceId, onClose }: FollowWindowProps) {
  const { text } = useTexts();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['followed-device', deviceId],
    queryFn: async ({ signal }) => (await fetchDeviceRows(api, [deviceId], signal)).get(deviceId) ?? null,
    refetchInterval: refreshMs,
    retry: false,
  });
  const close = <IconButton size={28} name={text('action.close')} icon={mdiClose} onClick={onClose} />;
  if (data) return <Followed row={data} close={close} />;
  const reason = error ? failureText(error, text) : text('error.status404');
  return (
    <section className={classes.window} aria-label={text('view.loading')} aria-busy={!error && data !== null}>
      <header className={classes.head}>
        <span className={classes.name} />
        {close}
      </header>
      {error || data === null ? (
        <FailedState
          title={text('panel.loadFailed')}
          reason={reason}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={160} />
      )}
    </section>
  );
}

interface FollowedProps {
  readonly row: DeviceRow;
  readonly close: ReactNode;
}

function Followed({ row, close }: FollowedProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { device } = row;
  const position = useLivePosition(row);
  const core = useFollowingMap(row);
  const tone = deviceTone(device, position, useHasOpenAlarm(device.id));
  const place = formats.address(position?.address) ?? text('value.missing');
  return (
    <section className={classes.window} aria-label={text('follow.window', { name: device.name })}>
      <header className={classes.head}>
        <h2 className={classes.name} dir="auto" title={device.name}>
          {device.name}
        </h2>
        <Pill tone={tone}>{text(`legend.${tone}`)}</Pill>
        {core && <FollowSwitch core={core} />}
        {close}
      </header>
      <p className={classes.facts} title={place}>
        {position ? (
          <>
            <b>{formats.speed(position.speed)}</b> · <TimeAgo instant={position.fixTime} /> · {place}
          </>
        ) : (
          text('panel.noPosition')
        )}
      </p>
      <div className={classes.map}>
        {core && <PlainMapView core={core} label={text('follow.window', { name: device.name })} />}
      </div>
    </section>
  );
}

/** Goes off when the map is moved by hand, as everywhere (MAP-06); a click goes on. */
function FollowSwitch({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const follows = useStore(core.state, ({ follow }) => follow);
  return (
    <IconButton
      size={28}
      name={text('panel.follow')}
      icon={mdiCrosshairsGps}
      pressed={follows}
      onClick={() => core.setFollow(!follows)}
    />
  );
}

/** The newest position: the server's, or a live one after it. */
function useLivePosition({ device, position: stored }: DeviceRow): Position | undefined {
  const { feed } = useLive();
  const [live, setLive] = useState<Position>();
  useEffect(
    () =>
      feed.onPositions((positions) => {
        const mine = positions.findLast(({ deviceId }) => deviceId === device.id);
        if (mine) setLive((before) => (isNewer(mine, before) ? mine : before));
      }),
    [feed, device.id],
  );
  return live && isNewer(live, stored) ? live : stored;
}

/** A map of this vehicle alone, with its way from now on, that follows it. */
function useFollowingMap(row: DeviceRow): MapCore | null {
  const { feed } = useLive();
  const { shown: theme } = useTheme();
  const baseMaps = useBaseMapOffer();
  const [own] = useState(() => createVehicleFeed(feed, row.device.id));
  const core = useCore(() => {
    const made = createMapCore({
      feed: own,
      theme,
      baseMaps,
      start: {},
      amongOthers: true,
      selectZoom,
      onNeverPositioned: () => {},
      onPicked: () => {},
    });
    made.setTrace(row.device.id, []);
    return made;
  });
  useEffect(() => core?.setTheme(theme), [core, theme]);
  useEffect(() => core?.setBaseMapOffer(baseMaps), [core, baseMaps]);
  useEffect(() => own.show(snapshotOfRow(row)), [own, row]);
  const { id } = row.device;
  useEffect(() => {
    if (!core) return;
    const follow = () =>
      core.select(id).then(
        (outcome) => outcome === 'selected' && core.setFollow(true),
        (error: unknown) => console.error('The vehicle cannot be followed', error),
      );
    void follow();
    // the first street tiles come after the window was opened, and may go
    let { background } = core.state.get();
    return core.state.subscribe(() => {
      const before = background;
      const { follow: follows, ...now } = core.state.get();
      background = now.background;
      if (background !== before && follows) void follow();
    });
  }, [core, id]);
  return core;
}

/** Passes on what a feed says of one vehicle; its snapshots are those that it is shown. */
function createVehicleFeed(feed: LiveFeed, deviceId: number): ShownFeed {
  const isMine = (one: { readonly deviceId: number }) => one.deviceId === deviceId;
  const mine =
    <Item extends object | number>(is: (item: Item) => boolean, listener: (items: readonly Item[]) => void) =>
    (items: readonly Item[]) => {
      const own = items.filter(is);
      if (own.length > 0) listener(own);
    };
  return createShownFeed({
    onPositions: (listener) => feed.onPositions(mine<Position>(isMine, listener)),
    onDevices: (listener) => feed.onDevices(mine(({ id }) => id === deviceId, listener)),
    onSirens: (listener) => feed.onSirens(mine(isMine, listener)),
    onRemoved: (listener) => feed.onRemoved(mine((id) => id === deviceId, listener)),
  });
}

const msOf = (instant: string | null | undefined) => (instant ? Date.parse(instant) : null);

/** The vehicle as the server has it: the map begins with it, and again after a gap. */
function snapshotOfRow({ device, position }: DeviceRow): LiveSnapshot {
  const { attributes } = device;
  return {
    serverTimeMs: Date.now(),
    deviceId: [device.id],
    name: [device.name],
    uniqueId: [device.uniqueId],
    category: [device.category],
    plate: [attributes.plate ?? null],
    vehicleModel: [attributes.vehicleModel ?? null],
    groupId: [device.groupId],
    customerId: [device.customerId],
    status: [device.status],
    disabled: [device.disabled],
    lastUpdateMs: [msOf(device.lastUpdate)],
    positionId: [position?.id ?? 0],
    fixTimeMs: [msOf(position?.fixTime)],
    latitude: [position?.latitude ?? null],
    longitude: [position?.longitude ?? null],
    course: [position?.course ?? null],
    speedKnots: [position?.speed ?? null],
    ignition: [position?.attributes.ignition ?? null],
    alarm: [position?.attributes.alarm ?? null],
    siren: [false],
  };
}
