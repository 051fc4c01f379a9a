import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { MarksOnMap } from '../../features/desk/marks-on-map.tsx';
import { DeviceStrip } from '../../features/device-strip/components/device-strip.tsx';
import { EventBell } from '../../features/events/components/event-bell.tsx';
import { EventToasts } from '../../features/events/components/event-toasts.tsx';
import { SinisterOnMap } from '../../features/sinisters/components/sinister-on-map.tsx';
import type { Fleet } from '../../lib/fleet/fleet-list.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { MapView } from '../../map/map-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { BottomSheet, SheetHeight } from '../../ui/window/bottom-sheet.tsx';
import classes from './live-map.module.css';
import { SmallWidget, Widget } from './widget.tsx';

const SelectedDevice = lazy(async () => ({
  default: (await import('./selected-device.tsx')).SelectedDevice,
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

/** Where client and fleet have one sheet over the map: a phone, upright or held sideways; a narrow window has a mouse. */
export const phone =
  '(pointer: coarse) and (max-width: 640px), (pointer: coarse) and (max-height: 520px) and (orientation: landscape)';

interface LiveMapProps {
  readonly core: MapCore;
  readonly fleet: Fleet;
  /** The client's and the fleet's words. */
  readonly isCustomerView?: boolean;
  /** On a phone it holds the vehicles and the selected one's panel; absent where nobody has a phone. */
  readonly Sheet?: typeof BottomSheet;
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
  Sheet,
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
  const isPhone = useMediaQuery(phone, window.matchMedia(phone).matches) && Sheet !== undefined;
  const [height, setHeight] = useState<SheetHeight>('low');
  // of a vehicle that was chosen more is seen than that it is there
  useEffect(() => setHeight(selected === null ? 'low' : 'half'), [selected]);
  useFootHeight(map, strip, covered);
  useCoveredMap(core, map, panels, strip);
  const panel = selected !== null && (
    <Widget>
      <Suspense fallback={<ComingPanel />}>
        <SelectedDevice core={core} onSinister={onSinister} onEvent={onEvent} />
      </Suspense>
    </Widget>
  );
  const devices = !hasList && (
    <Widget>
      <DeviceStrip
        fleet={fleet}
        selectedId={selected}
        onSelect={(deviceId) => void core.select(deviceId)}
        isCustomerView={isCustomerView}
        colours={colours}
        onList={onList}
        {...(isPhone && { unfoldedIn: height !== 'low' })}
      />
    </Widget>
  );

  return (
    <main
      ref={map}
      id="live-map"
      tabIndex={-1}
      className={classes.map}
      inert={covered}
      data-tall-foot={foot !== undefined || undefined}
      data-sheet={isPhone && foot === undefined ? height : undefined}
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
        {!isPhone && panel}
        {views}
      </div>
      <div ref={strip} className={classes.strip}>
        {foot ??
          (isPhone ? (
            <Sheet
              height={height}
              onHeight={setHeight}
              label={text('sheet.title')}
              handleLabel={text(`sheet.${height}`)}
            >
              {panel || devices}
            </Sheet>
          ) : (
            devices
          ))}
      </div>
    </main>
  );
}

/** The place of the selected device's panel while its part of the page is on the way. */
function ComingPanel() {
  return (
    <Card className={classes.coming} aria-busy>
      <Skeleton height={40} />
      <Skeleton height={64} />
      <Skeleton height={14} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="90%" />
    </Card>
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
      const { sheet } = on.dataset;
      // a sheet along the left edge of a phone that is held sideways
      const isBeside = sheet !== undefined && of.offsetHeight >= on.offsetHeight && sheet !== 'full';
      const foot = isBeside ? 0 : of.offsetHeight;
      on.style.setProperty('--map-foot', `${foot}px`);
      const isLow = !covered && (sheet === undefined ? foot <= lowFoot : sheet !== 'full');
      page.setProperty('--page-foot', isLow ? `${foot}px` : '0px');
      if (sheet === undefined) return;
      page.setProperty('--toasts-left', isBeside ? `${of.offsetWidth + 8}px` : '16px');
      page.setProperty('--toasts-right', sheet === 'full' ? '16px' : '76px');
    });
    watch.observe(of);
    return () => {
      watch.disconnect();
      for (const name of ['--page-foot', '--toasts-left', '--toasts-right']) page.removeProperty(name);
    };
  }, [map, foot, covered]);
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
