import type { MapCore } from '../map-api.ts';
import { useMapState } from '../use-map-state.ts';
import classes from './foot.module.css';

/** Whose data the map is made of. */
export function Attribution({ core }: { readonly core: Pick<MapCore, 'state'> }) {
  const attribution = useMapState(core, (state) => state.attribution);
  return <small className={classes.note}>{attribution}</small>;
}
