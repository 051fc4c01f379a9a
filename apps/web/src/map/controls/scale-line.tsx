import { formatNumber } from '@atalaia/domain/units/number-text';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './foot.module.css';
import { scaleLength } from './scale-length.ts';

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
