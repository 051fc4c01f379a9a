/** A map to look at: base map, zoom, scale. Nothing of a fleet, nothing to switch. */
import type { ReactNode } from 'react';
import { useTexts } from '../lib/texts/texts-context.ts';
import { Card } from '../ui/layout/card.tsx';
import { BaseMapCanvas } from './base-map-canvas.tsx';
import { BaseMapMenu } from './controls/base-map-menu.tsx';
import { Attribution, ScaleLine } from './controls/map-foot.tsx';
import { MapMessage } from './controls/map-message.tsx';
import toolsClasses from './controls/map-tools.module.css';
import { ZoomButtons } from './controls/zoom-buttons.tsx';
import type { PlainMap } from './map-api.ts';
import classes from './map-view.module.css';

interface PlainMapViewProps {
  readonly core: PlainMap;
  /** What it is a map of, for anybody who cannot see it. */
  readonly label?: string;
  /** More that is on it. */
  readonly children?: ReactNode;
}

export function PlainMapView({ core, label, children }: PlainMapViewProps) {
  const { text } = useTexts();
  return (
    <div className={classes.view}>
      <BaseMapCanvas core={core} label={label ?? text('map.title')} />
      <div className={classes.right}>
        <Card className={toolsClasses.tools} aria-label={text('mapTool.title')}>
          <BaseMapMenu core={core} />
        </Card>
        <ZoomButtons core={core} />
      </div>
      <div className={classes.foot}>
        <ScaleLine core={core} />
        <Attribution core={core} />
      </div>
      <MapMessage core={core} />
      {children}
    </div>
  );
}
