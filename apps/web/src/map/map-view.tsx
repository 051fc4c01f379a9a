/** The live map with everything that is on it. */
import type { ComponentType, ReactNode } from 'react';
import { useFormats } from '../lib/formats/use-formats.ts';
import { useStore } from '../lib/store/use-store.ts';
import { useTexts } from '../lib/texts/texts-context.ts';
import { Card } from '../ui/layout/card.tsx';
import { BaseMapCanvas } from './base-map-canvas.tsx';
import footClasses from './controls/foot.module.css';
import { Legend } from './controls/legend.tsx';
import { Attribution, ScaleLine } from './controls/map-foot.tsx';
import { MapMessage, NoMap } from './controls/map-message.tsx';
import { mapActionOf } from './controls/map-shortcuts.ts';
import toolsClasses from './controls/map-tools.module.css';
import { MapTools, MeasurePanel } from './controls/map-tools.tsx';
import { VehicleList } from './controls/vehicle-list.tsx';
import { ZoomButtons } from './controls/zoom-buttons.tsx';
import type { MapCore } from './map-api.ts';
import classes from './map-view.module.css';
import { useMapState } from './use-map-state.ts';

interface MapViewProps {
  readonly core: MapCore;
  /** More buttons of the action menu, below the map's own. */
  readonly tools?: ReactNode;
  /** Keeps the failure of each control to itself, and shows it in the control's place (ERR-03). */
  readonly Part: ComponentType<{ readonly children?: ReactNode }>;
}

export function MapView({ core, tools, Part }: MapViewProps) {
  const { text } = useTexts();
  const isLost = useMapState(core, ({ load }) => load === 'lost');
  if (isLost) {
    return (
      <div className={classes.view}>
        <NoMap />
        <div className={classes.right}>
          <Card className={toolsClasses.tools} aria-label={text('mapTool.title')}>
            {tools}
          </Card>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.view}>
      <BaseMapCanvas core={core} label={text('map.title')} act={(event) => actOnKey(core, event)} />
      <div className={classes.legend}>
        <Part>
          <Legend core={core} />
        </Part>
      </div>
      <div className={classes.right}>
        <Part>
          <MapTools core={core}>{tools}</MapTools>
        </Part>
        <Part>
          <ZoomButtons core={core} />
        </Part>
      </div>
      <div className={classes.foot}>
        <Part>
          <PointerCoordinates core={core} />
          <ScaleLine core={core} />
          <Attribution core={core} />
        </Part>
      </div>
      <Part>
        <MeasurePanel core={core} />
      </Part>
      <Part>
        <VehicleList core={core} />
      </Part>
      <Part>
        <MapMessage core={core} />
      </Part>
    </div>
  );
}

/** Whether the key was one of the map's. */
function actOnKey(core: MapCore, event: KeyboardEvent): boolean {
  const act = mapActionOf(event);
  act?.(core);
  return act !== null;
}

/** Latitude and longitude under the mouse, as the person reads them (UNIT-02). Nothing where there is no mouse. */
function PointerCoordinates({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const formats = useFormats();
  const place = useStore(core.pointer, (shown) => shown);
  if (!place) return null;
  return (
    <span className={footClasses.coordinates} title={text('map.pointer')}>
      {formats.latitude(place.latitude)}, {formats.longitude(place.longitude)}
    </span>
  );
}
