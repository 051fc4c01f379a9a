import { useFormats } from '../../lib/formats/use-formats.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../map-api.ts';
import classes from './foot.module.css';

/** Latitude and longitude under the mouse, as the person reads them (UNIT-02). Nothing where there is no mouse. */
export function PointerCoordinates({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const formats = useFormats();
  const place = useStore(core.pointer, (shown) => shown);
  if (!place) return null;
  return (
    <span className={classes.coordinates} title={text('map.pointer')}>
      {formats.latitude(place.latitude)}, {formats.longitude(place.longitude)}
    </span>
  );
}
