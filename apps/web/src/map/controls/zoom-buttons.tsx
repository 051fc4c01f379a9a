import { mdiMinus, mdiPlus } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { maxZoom } from '../core/map-start.ts';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './map-tools.module.css';

export function ZoomButtons({ core }: { readonly core: Pick<MapCore, 'state' | 'zoomBy'> }) {
  const { text } = useTexts();
  const zoom = useMapState(core, (state) => state.zoom);
  return (
    <Card className={classes.tools}>
      <IconButton
        name={text('mapTool.zoomIn')}
        icon={mdiPlus}
        disabled={zoom >= maxZoom}
        onClick={() => core.zoomBy(1)}
      />
      <IconButton
        name={text('mapTool.zoomOut')}
        icon={mdiMinus}
        disabled={zoom <= 0}
        onClick={() => core.zoomBy(-1)}
      />
    </Card>
  );
}
