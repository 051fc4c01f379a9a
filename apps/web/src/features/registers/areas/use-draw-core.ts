import type { GeofenceArea } from '@atalaia/domain/geofence-area';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../lib/session/session-context.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { createDrawCore, type DrawCore } from '../../../map/draw/draw-core.ts';
import { localChoices } from '../../../map/map-choices.ts';
import { useBaseMapOffer } from '../../../map/use-base-map-offer.ts';
import { useTheme } from '../../../ui/theme/theme-provider.tsx';

/** The map that an area is drawn on, with the base map that the person chose; null where the browser draws none. */
export function useDrawCore(onArea: (area: GeofenceArea) => void): DrawCore | null {
  const { shown: theme } = useTheme();
  const { map: settingsMap, mapStart } = useSettings();
  const baseMaps = useBaseMapOffer();
  const session = useSession();
  const tell = useRef(onArea);
  tell.current = onArea;

  const [core] = useState(() => {
    const userId = session.phase === 'signed-in' ? session.person.id : undefined;
    const chosen = userId && localChoices({ userId, settingsMap }).read().baseMap;
    try {
      return createDrawCore({
        theme,
        baseMaps,
        baseMap: chosen || settingsMap,
        start: mapStart,
        onArea: (area) => tell.current(area),
      });
    } catch (reason) {
      console.error('The map of the area cannot be drawn', reason);
      return null;
    }
  });
  useEffect(() => () => core?.destroy(), [core]);
  useEffect(() => core?.setTheme(theme), [core, theme]);
  useEffect(() => core?.setBaseMapOffer(baseMaps), [core, baseMaps]);
  return core;
}
