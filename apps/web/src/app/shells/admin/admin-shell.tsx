import { useCallback } from 'react';
import { useSiren } from '../../../features/events/siren/use-siren.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { LiveMap } from '../live-map.tsx';
import { TopBar } from '../top-bar.tsx';
import { useMapCore } from '../use-map-core.ts';
import classes from './admin-shell.module.css';
import { useAdminWindows } from './admin-windows.ts';
import { Rail } from './rail.tsx';
import { SidePanel } from './side-panel.tsx';

/** `/admin`: bar, rail, live map, and the panel of events. */
export function AdminShell() {
  const { text } = useTexts();
  const { railUnfolded, sideFolded } = useAdminWindows();
  const core = useMapCore();
  const select = useCallback((deviceId: number) => void core.select(deviceId), [core]);
  useSiren();

  return (
    <div
      className={classes.shell}
      data-rail-unfolded={railUnfolded || undefined}
      data-side-folded={sideFolded || undefined}
    >
      <a className={classes.skip} href="#live-map">
        {text('shell.skipToMap')}
      </a>
      <TopBar />
      <Rail />
      <LiveMap core={core} />
      <SidePanel onSelect={select} />
    </div>
  );
}
