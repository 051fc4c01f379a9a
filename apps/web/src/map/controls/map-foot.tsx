import { formatNumber } from '@atalaia/domain/units/number-text';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './foot.module.css';

const mostPixels = 130;

/** A length on the ground, at the middle of the view. */
export function ScaleLine({ core }: { readonly core: Pick<MapCore, 'state'> }) {
  const { language } = useTexts();
  const metresPerPixel = useMapState(core, (state) => state.metresPerPixel);
  const length = scaleLength(metresPerPixel, mostPixels);
  if (!length) return null;
  const [value, unit] = length.metres < 1000 ? [length.metres, 'm'] : [length.metres / 1000, 'km'];
  return (
    <span className={classes.scale} style={{ width: length.pixels }}>
      {formatNumber(value, language, { atLeast: 0, atMost: 2 })} {unit}
    </span>
  );
}

interface ScaleLength {
  readonly metres: number;
  readonly pixels: number;
}

/** The longest 1, 2 or 5 times a power of ten metres that fits into so many pixels; null when the scale is unknown. */
export function scaleLength(metresPerPixel: number, mostPixels: number): ScaleLength | null {
  const most = metresPerPixel * mostPixels;
  if (!(most > 0) || !Number.isFinite(most)) return null;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * ([5, 2].find((factor) => factor * power <= most) ?? 1);
  return { metres, pixels: metres / metresPerPixel };
}

/** Whose data the map is made of. */
export function Attribution({ core }: { readonly core: Pick<MapCore, 'state'> }) {
  const { text } = useTexts();
  const attribution = useMapState(core, (state) => state.attribution);
  const isAway = useMapState(core, (state) => state.isBaseMapAway);
  return (
    <>
      <span role="status" className={isAway ? classes.away : undefined}>
        {isAway && text('map.baseMapAway')}
      </span>
      <small className={classes.note}>{attribution}</small>
    </>
  );
}
