import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { DevicePanel } from '../../features/device/components/device-panel.tsx';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { MapView } from '../../map/map-view.tsx';
import { DeviceActions } from './device-actions.tsx';
import classes from './live-map.module.css';
import { Widget } from './widget.tsx';

interface LiveMapProps {
  readonly core: MapCore;
  /** Stands beside the device's panel. */
  readonly beside?: ReactNode;
  /** Lies over the whole map. */
  readonly over?: ReactNode;
}

/** The live map with the selected device's panel over it: what every shell has. */
export function LiveMap({ core, beside, over }: LiveMapProps) {
  const { text } = useTexts();
  const selected = useStore(core.state, (state) => state.selectedDeviceId);
  const following = useStore(core.state, (state) => state.follow);

  return (
    <main id="live-map" tabIndex={-1} className={classes.map}>
      <VisuallyHidden component="h1">{text('map.title')}</VisuallyHidden>
      <Widget>
        <MapView core={core} />
      </Widget>
      <div className={classes.panels}>
        {selected !== null && (
          <Widget>
            <DevicePanel
              following={following}
              onFollow={core.setFollow}
              onClose={core.deselect}
              actions={(device, position) => <DeviceActions device={device} position={position} />}
            />
          </Widget>
        )}
        {beside}
      </div>
      {over}
    </main>
  );
}
