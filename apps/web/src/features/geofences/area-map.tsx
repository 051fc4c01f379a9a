import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { distanceMetres } from '@atalaia/domain/geo/geometry';
import type { Formats } from '../../lib/formats/formats.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useStore } from '../../lib/store/use-store.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { NoMap } from '../../map/controls/map-message.tsx';
import type { DrawCore } from '../../map/draw/draw-core.ts';
import { lengthMetres } from '../../map/measure/measure-state.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import classes from './area-map.module.css';
import type { AreaDrawing } from './use-area-drawing.ts';

interface AreaMapProps {
  readonly drawing: AreaDrawing;
  readonly label: string;
  readonly invalid: boolean;
}

/** The map that the area is drawn on: 400 px high (GEO-01), with what to do and how large it is in its corner. */
export function AreaMap({ drawing: { core, read, draft }, label, invalid }: AreaMapProps) {
  const { text } = useTexts();
  return (
    <div className={classes.frame} data-invalid={invalid || undefined}>
      {core ? (
        <PlainMapView core={core} label={text('geofence.mapOf', { label })}>
          <p className={classes.help}>
            {text(read.empty ? `geofenceDraw.${draft.kind}` : `geofenceChange.${draft.kind}`)}
            <Size core={core} area={read.area} />
          </p>
        </PlainMapView>
      ) : (
        <NoMap />
      )}
    </div>
  );
}

interface SizeProps {
  readonly core: DrawCore;
  readonly area: GeofenceArea | undefined;
}

/** Of what is being drawn, else of what is there. */
function Size({ core, area: shown }: SizeProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const area = useStore(core.progress, (progress) => progress) ?? shown;
  return area ? <output className={classes.size}>{sizeText(area, text, formats)}</output> : null;
}

function sizeText(area: GeofenceArea, text: Text, formats: Formats): string {
  switch (area.kind) {
    case 'circle':
      return text('geofence.radiusIs', { length: lengthText(area.radiusMetres, formats) });
    case 'line':
      return text('geofence.lengthIs', { length: lengthText(lengthMetres(area.points), formats) });
    case 'polygon': {
      const [first] = area.corners;
      const last = area.corners.at(-1);
      const closing = first && last ? distanceMetres(last, first) : 0;
      const length = lengthText(lengthMetres(area.corners) + closing, formats);
      return text('geofence.perimeterIs', { length, corners: area.corners.length });
    }
  }
}

/** Metres where two decimals of a kilometre would say too little. */
function lengthText(metres: number, formats: Formats): string {
  return metres < 1000 ? `${formats.count(metres)} m` : formats.distance(metres);
}
