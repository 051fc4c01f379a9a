/** The live map with everything that lies on it. */
import type { ReactNode } from 'react';
import { Attribution } from './controls/attribution.tsx';
import { Legend } from './controls/legend.tsx';
import { MapNotice } from './controls/map-notice.tsx';
import { MapTools } from './controls/map-tools.tsx';
import { MeasurePanel } from './controls/measure-panel.tsx';
import { PointerCoordinates } from './controls/pointer-coordinates.tsx';
import { ScaleLine } from './controls/scale-line.tsx';
import { VehicleList } from './controls/vehicle-list.tsx';
import { ZoomButtons } from './controls/zoom-buttons.tsx';
import type { MapCore } from './map-api.ts';
import { MapGround } from './map-ground.tsx';
import classes from './map-view.module.css';

interface MapViewProps {
  readonly core: MapCore;
  /** More buttons of the action menu, below the map's own. */
  readonly tools?: ReactNode;
}

export function MapView({ core, tools }: MapViewProps) {
  return (
    <div className={classes.view}>
      <MapGround core={core} />
      <div className={classes.legend}>
        <Legend core={core} />
      </div>
      <div className={classes.right}>
        <MapTools core={core}>{tools}</MapTools>
        <ZoomButtons core={core} />
      </div>
      <div className={classes.foot}>
        <PointerCoordinates core={core} />
        <ScaleLine core={core} />
        <Attribution core={core} />
      </div>
      <MeasurePanel core={core} />
      <VehicleList core={core} />
      <MapNotice core={core} />
    </div>
  );
}
