import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { homeRouteOf } from '@atalaia/domain/catalog/profile';
import { VisuallyHidden } from '@mantine/core';
import { mdiPlayCircleOutline } from '@mdi/js';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { CommandState } from '../../features/commands/components/command-state.tsx';
import { MarksOnMap } from '../../features/desk/marks-on-map.tsx';
import { DeviceStrip } from '../../features/device-strip/components/device-strip.tsx';
import { DevicePanel } from '../../features/devices/panel/components/device-panel.tsx';
import { EventBell } from '../../features/events/components/event-bell.tsx';
import { EventToasts } from '../../features/events/components/event-toasts.tsx';
import { VehicleHandling } from '../../features/events/components/handling.tsx';
import { addressOfDay } from '../../features/reports/playback/day-of.ts';
import { SinisterOnMap } from '../../features/sinisters/components/sinister-on-map.tsx';
import type { Fleet } from '../../lib/fleet/fleet-list.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { MapView } from '../../map/map-view.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { DeviceActions } from './device-actions.tsx';
import classes from './live-map.module.css';
import { SmallWidget, Widget } from './widget.tsx';

const BlockState = lazy(async () => ({
  default: (await import('../../features/commands/blocks/block-state.tsx')).BlockState,
}));
const DeviceEvents = lazy(async () => ({
  default: (await import('../../features/events/of-device/device-events.tsx')).DeviceEvents,
}));
const FleetControlNotice = lazy(async () => ({
  default: (await import('../../features/fleet-control/components/fleet-control-notice.tsx'))
    .FleetControlNotice,
}));

/** News of the exchange with the fleet-control provider, for those whose attributes name an account there. */
function FleetControlWatch() {
  const session = useSession();
  const isNamed = session.phase === 'signed-in' && Boolean(session.person.attributes.full_control_client_id);
  if (!isNamed) return null;
  return (
    <Suspense>
      <FleetControlNotice />
    </Suspense>
  );
}

interface LiveMapProps {
  readonly core: MapCore;
  readonly fleet: Fleet;
  /** The client's and the fleet's words. */
  readonly isCustomerView?: boolean;
  /** More buttons of the map's action menu. */
  readonly tools?: ReactNode;
  /** A sinister, or the draft by its number 0, is to be shown where the shell lists them; without it a dialog shows it. */
  readonly onSinister?: (sinisterId: number) => void;
  /** An event of a vehicle was chosen; absent where it has no page. */
  readonly onEvent?: (eventId: number) => void;
  /** Views beside the device's panel, or over the whole map. */
  readonly views?: ReactNode;
  /** A page is over it: nothing of it can be reached. */
  readonly covered?: boolean;
  /** Shows the vehicles as a list at the left; absent where there is none. */
  readonly onList?: () => void;
  /** The list is there: there is no strip. */
  readonly hasList?: boolean;
  /** Shown along the lower edge instead of the strip. */
  readonly foot?: ReactNode;
}

/** The live map with the selected device's panel over it: what every shell has. */
export function LiveMap({
  core,
  fleet,
  isCustomerView = false,
  tools,
  onSinister,
  onEvent,
  views,
  covered = false,
  onList,
  hasList = false,
  foot,
}: LiveMapProps) {
  const { text } = useTexts();
  const selected = useStore(core.state, (state) => state.selectedDeviceId);
  const colours = useStore(core.state, (state) => state.shownColours);

  const strip = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  useFootHeight(map, strip, covered);
  useCoveredMap(core, map, panels, strip);

  return (
    <main
      ref={map}
      id="live-map"
      tabIndex={-1}
      className={classes.map}
      inert={covered}
      data-tall-foot={foot !== undefined || undefined}
    >
      <VisuallyHidden component="h1">{text('map.title')}</VisuallyHidden>
      <EventToasts />
      <FleetControlWatch />
      <SmallWidget>
        <SinisterOnMap core={core} />
      </SmallWidget>
      {!isCustomerView && (
        <SmallWidget>
          <MarksOnMap core={core} />
        </SmallWidget>
      )}
      <Widget>
        <MapView
          core={core}
          Part={SmallWidget}
          tools={
            <>
              <SmallWidget>{tools}</SmallWidget>
              <SmallWidget>
                <EventBell onSelect={(deviceId) => void core.select(deviceId)} />
              </SmallWidget>
            </>
          }
        />
      </Widget>
      <div ref={panels} className={classes.panels}>
        {selected !== null && (
          <Widget>
            <DevicePanel
              onClose={core.deselect}
              beside={(device, position) => <PlaybackAction device={device} position={position} />}
              news={(device) => (
                <>
                  <Suspense>
                    <BlockState device={device} />
                  </Suspense>
                  <CommandState device={device} />
                  <VehicleHandling deviceId={device.id} />
                </>
              )}
              links={(device) => <DayLinks deviceId={device.id} />}
              events={(device) => (
                <Suspense>
                  <DeviceEvents key={device.id} deviceId={device.id} onOpen={onEvent} />
                </Suspense>
              )}
              actions={(device, position) => (
                <DeviceActions core={core} device={device} position={position} onSinister={onSinister} />
              )}
            />
          </Widget>
        )}
        {views}
      </div>
      <div ref={strip} className={classes.strip}>
        {foot ??
          (hasList ? null : (
            <Widget>
              <DeviceStrip
                fleet={fleet}
                selectedId={selected}
                onSelect={(deviceId) => void core.select(deviceId)}
                isCustomerView={isCustomerView}
                colours={colours}
                onList={onList}
              />
            </Widget>
          ))}
      </div>
    </main>
  );
}

/** A higher foot, such as a report, is mostly table: toasts are over its lower edge. Pixels. */
const lowFoot = 200;

/**
 * Keeps `--map-foot` of the map, and `--page-foot` of the page, at the height of what is along the lower edge, so that
 * the map's controls and the toasts stay above it.
 */
function useFootHeight(
  map: RefObject<HTMLElement | null>,
  foot: RefObject<HTMLElement | null>,
  covered: boolean,
): void {
  useEffect(() => {
    const [on, of] = [map.current, foot.current];
    if (!on || !of) return;
    const page = document.documentElement.style;
    const watch = new ResizeObserver(() => {
      on.style.setProperty('--map-foot', `${of.offsetHeight}px`);
      const isLow = !covered && of.offsetHeight <= lowFoot;
      page.setProperty('--page-foot', isLow ? `${of.offsetHeight}px` : '0px');
    });
    watch.observe(of);
    return () => {
      watch.disconnect();
      page.removeProperty('--page-foot');
    };
  }, [map, foot, covered]);
}

interface PlaybackActionProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** Plays back the day of the device's last position. */
function PlaybackAction({ device, position }: PlaybackActionProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const session = useSession();
  const navigate = useNavigate();
  if (session.phase !== 'signed-in') return null;
  const home = homeRouteOf(session.profile);
  const show = () => {
    if (!position) return;
    const address = addressOfDay(device.id, Date.parse(position.fixTime), timezone, Date.now());
    void navigate(`${home === '/admin' ? '/admin/reports' : home}${address}`);
  };
  return (
    <IconButton
      name={text('panel.playback')}
      icon={mdiPlayCircleOutline}
      size={28}
      disabled={!position}
      onClick={show}
    />
  );
}

/** What a vehicle did today: its way, and its trips. */
function DayLinks({ deviceId }: { readonly deviceId: number }) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const session = useSession();
  const navigate = useNavigate();
  if (session.phase !== 'signed-in') return null;
  const home = homeRouteOf(session.profile);
  return (['route', 'trip'] as const).map((view) => (
    <button
      key={view}
      type="button"
      onClick={() => {
        const nowMs = Date.now();
        const address = addressOfDay(deviceId, nowMs, timezone, nowMs, view);
        void navigate(`${home === '/admin' ? '/admin/reports' : home}${address}`);
      }}
    >
      {text(view === 'route' ? 'panel.routeToday' : 'panel.tripsToday')}
    </button>
  ));
}

/** Tells the map which of it is under panels and the foot, so that what it centres on is seen beside them. */
function useCoveredMap(
  core: Pick<MapCore, 'setCovered'>,
  map: RefObject<HTMLElement | null>,
  panels: RefObject<HTMLElement | null>,
  foot: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [under, over, below] = [map.current, panels.current, foot.current];
    if (!under || !over || !below) return;
    const covering = () => [...over.children, ...below.children];
    const update = () => {
      const origin = under.getBoundingClientRect();
      const parts = covering().map((child) => child.getBoundingClientRect());
      core.setCovered(
        parts
          .filter(({ width, height }) => width > 0 && height > 0)
          .map(({ left, top, right, bottom }) => ({
            left: left - origin.left,
            top: top - origin.top,
            right: right - origin.left,
            bottom: bottom - origin.top,
          })),
      );
    };
    const sizes = new ResizeObserver(update);
    const observe = () => {
      sizes.disconnect();
      for (const element of [under, ...covering()]) sizes.observe(element);
      update();
    };
    const children = new MutationObserver(observe);
    children.observe(over, { childList: true });
    children.observe(below, { childList: true });
    observe();
    return () => {
      children.disconnect();
      sizes.disconnect();
    };
  }, [core, map, panels, foot]);
}
