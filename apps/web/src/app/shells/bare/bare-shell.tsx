import { useState } from 'react';
import { fleetOf } from '../fleet-of-map.ts';
import { LiveMap } from '../live-map.tsx';
import { TopBar } from '../top-bar.tsx';
import { useMapCore } from '../use-map-core.ts';
import classes from './bare-shell.module.css';

/** `/client` and `/fleet`: bar and live map, from 360 px up. */
export function BareShell() {
  const core = useMapCore();
  const [fleet] = useState(() => fleetOf(core));
  return (
    <div className={classes.shell}>
      <TopBar />
      <LiveMap core={core} fleet={fleet} plainWords />
    </div>
  );
}
