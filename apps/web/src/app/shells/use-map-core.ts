import { useEffect, useRef, useState } from 'react';
import { useCompany } from '../../features/company/use-company.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { baseMapFrom } from '../../map/base-maps.ts';
import type { MapCore } from '../../map/map-api.ts';
import { createMapCore } from '../../map/map-core.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { useTheme } from '../../ui/theme/theme-provider.tsx';
import { tileSources } from './tile-sources.ts';

/** The one map of a shell: made with it, ended with it, and told what theme and brand are shown. */
export function useMapCore(): MapCore {
  const { feed, watched } = useLive();
  const { shown: theme } = useTheme();
  const { map, mapStart } = useSettings();
  const { text } = useTexts();
  const brand = useCompany().company?.theme;
  const sayNeverPositioned = useRef(() => {});
  sayNeverPositioned.current = () => toasts.show('info', text('map.deviceSelectedNeverPositioned'));

  const [core] = useState(() =>
    createMapCore({
      feed,
      theme,
      tileSources,
      start: mapStart,
      baseMap: baseMapFrom(map),
      onNeverPositioned: () => sayNeverPositioned.current(),
      // The selection is read from the map's own state, whoever made it.
      onPicked: () => {},
    }),
  );
  useEffect(() => () => core.destroy(), [core]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another brand has other tokens, too
  useEffect(() => core.setTheme(theme), [core, theme, brand]);
  useEffect(() => {
    const follow = () => watched.watch(core.state.get().selectedDeviceId);
    follow();
    return core.state.subscribe(follow);
  }, [core, watched]);
  return core;
}
