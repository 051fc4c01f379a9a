import { resolveSettings } from '@atalaia/domain/settings';
import { use } from 'react';
import { ServerSettingsContext } from '../../../lib/settings/settings-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';

/** The zone of times that a calendar gives without one: the server's, wherever the person is (SET-01). */
export function useServerZone(): string {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useServerZone needs a ServerSettingsContext above it');
  const server = useStore(store, (whole) => whole);
  return resolveSettings({ timezone: server?.timezone ?? undefined }).timezone;
}
