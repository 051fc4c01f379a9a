import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { CommandState } from '../../features/commands/components/command-state.tsx';
import { DevicePanel } from '../../features/device/components/device-panel.tsx';
import { EventBell } from '../../features/events/components/event-bell.tsx';
import { NoticeToasts } from '../../features/events/components/notice-toasts.tsx';
import { CaseOnMap } from '../../features/sinisters/components/case-on-map.tsx';
import { DeviceStrip } from '../../features/strip/components/device-strip.tsx';
import type { Fleet } from '../../lib/fleet/fleet-list.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { MapView } from '../../map/map-view.tsx';
import { DeviceActions } from './device-actions.tsx';
import { FleetControlWatch } from './fleet-control-watch.tsx';
import classes from './live-map.module.css';
import { PlaybackAction } from './playback-action.tsx';
import { useCoveredMap } from './use-covered-map.ts';
import { useFootHeight } from './use-foot-height.ts';
import { SmallWidget, Widget } from './widget.tsx';

interface LiveMapProps {
  readonly core: MapCore;
  readonly fleet: Fleet;
  /** The client's and the fleet's words. */
  readonly plainWords?: boolean;
  /** More buttons of the map's action menu. */
  readonly tools?: ReactNode;
  /** A sinister, or the draft by its number 0, is to be shown where the shell lists them; without it a dialog tells. */
  readonly onSinister?: (sinisterId: number) => void;
  /** Views beside the device's panel, or over the whole map. */
  readonly views?: ReactNode;
  /** A page lies over it: nothing of it can be reached. */
  readonly covered?: boolean;
  /** Stands along the lower edge in the strip's place. */
  readonly foot?: ReactNode;
}

/** The live map with the selected device's panel over it: what every shell has. */
export function LiveMap({
  core,
  fleet,
  plainWords = false,
  tools,
  onSinister,
  views,
  covered = false,
  foot,
}: LiveMapProps) {
  const { text } = useTexts();
  const selected = useStore(core.state, (state) => state.selectedDeviceId);

  const strip = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  useFootHeight(map, strip);
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
      <NoticeToasts />
      <FleetControlWatch />
      <SmallWidget>
        <CaseOnMap core={core} />
      </SmallWidget>
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
              news={(device) => <CommandState device={device} />}
              actions={(device, position) => (
                <DeviceActions core={core} device={device} position={position} onSinister={onSinister} />
              )}
            />
          </Widget>
        )}
        {views}
      </div>
      <div ref={strip} className={classes.strip}>
        {foot ?? (
          <Widget>
            <DeviceStrip
              fleet={fleet}
              selectedId={selected}
              onSelect={(deviceId) => void core.select(deviceId)}
              plainWords={plainWords}
            />
          </Widget>
        )}
      </div>
    </main>
  );
}
