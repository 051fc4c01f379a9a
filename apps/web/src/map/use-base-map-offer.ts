import { serverSettingsSchema } from '@atalaia/contract/server/server-settings';
import { tileSourcesFrom } from '@atalaia/contract/server/tile-sources';
import { use, useEffect, useMemo, useState } from 'react';
import { useApi } from '../lib/api/api-context.ts';
import { useSession } from '../lib/session/session-context.ts';
import { ServerSettingsContext, useSettings } from '../lib/settings/settings-context.ts';
import { useStore } from '../lib/store/use-store.ts';
import { type BaseMapOffer, baseMapOffer } from './base-maps.ts';

const keySchema = serverSettingsSchema.pick({ bingKey: true });

/** The base maps this person may choose, by the server's settings and his own (MAP-03). */
export function useBaseMapOffer(): BaseMapOffer {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useBaseMapOffer needs a ServerSettingsContext above it');
  const server = useStore(store, (whole) => whole);
  const session = useSession();
  const person = session.phase === 'signed-in' ? session.person.map : null;
  const bingKey = useBingKey(session.phase === 'signed-in');
  const { map } = useSettings();
  return useMemo(() => {
    const { mapUrl, attributes } = server ?? {};
    const sources = tileSourcesFrom({ mapUrl, attributes, bingKey });
    // A list of names that an administrator adds to everybody's menu.
    const added = String(attributes?.['ui.baseMaps'] ?? '').split(/[\s,]+/);
    return baseMapOffer(sources, [map, server?.map, person, ...added]);
  }, [server, person, bingKey, map]);
}

/** The key is sent to everybody who is signed in, and kept nowhere: the settings of the page are those a stranger may read. */
function useBingKey(isSignedIn: boolean): string | null {
  const api = useApi();
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    let ended = false;
    api.json({ path: 'server' }, keySchema).then(
      ({ bingKey }) => {
        if (!ended) setKey(bingKey);
      },
      (error: unknown) => console.warn("Bing's key could not be loaded; its maps are not offered", error),
    );
    return () => {
      ended = true;
    };
  }, [api, isSignedIn]);
  return key;
}
