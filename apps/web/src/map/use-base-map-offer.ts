import { serverSettingsSchema } from '@atalaia/contract/server/server-settings';
import {
  googleKeyAttribute,
  type MapFile,
  mapFileSchema,
  tileSourcesFrom,
} from '@atalaia/contract/server/tile-sources';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../lib/api/api-context.ts';
import { useSession } from '../lib/session/session-context.ts';
import { ServerSettingsContext, useSettings } from '../lib/settings/settings-context.ts';
import { useStore } from '../lib/store/use-store.ts';
import { type BaseMapOffer, baseMapOffer } from './base-maps.ts';

const keysSchema = serverSettingsSchema.pick({ bingKey: true, attributes: true });
const filesSchema = z.array(mapFileSchema);
const noFiles: readonly MapFile[] = [];

/** The base maps this person may choose, by the server's settings and his own (MAP-03). */
export function useBaseMapOffer(): BaseMapOffer {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useBaseMapOffer needs a ServerSettingsContext above it');
  const server = useStore(store, (whole) => whole);
  const session = useSession();
  const person = session.phase === 'signed-in' ? session.person.map : null;
  const keys = useMapKeys(session.phase === 'signed-in');
  const own = useOwnMaps();
  const { map } = useSettings();
  const named = useNamedBaseMap();
  return useMemo(() => {
    const { mapUrl, attributes } = server ?? {};
    const { bingKey, googleKey } = keys;
    const known = { ...attributes, [googleKeyAttribute]: googleKey };
    const sources = tileSourcesFrom({ mapUrl, attributes: known, bingKey });
    // A list of names that an administrator adds to everybody's menu.
    const added = String(attributes?.['ui.baseMaps'] ?? '').split(/[\s,]+/);
    return { ...baseMapOffer(sources, [map, server?.map, person, ...added], own), named };
  }, [server, person, keys, map, own, named]);
}

/** The map that settings name for this person; undefined where nobody named one, and the offer's first is shown. */
export function useNamedBaseMap(): string | undefined {
  const store = use(ServerSettingsContext);
  if (!store) throw new Error('useNamedBaseMap needs a ServerSettingsContext above it');
  const server = useStore(store, (whole) => whole?.map);
  const session = useSession();
  const { map } = useSettings();
  const isNamed = server || (session.phase === 'signed-in' && session.person.map);
  return isNamed ? map : undefined;
}

/** The files of the installation's own; none where they cannot be listed. */
function useOwnMaps(): readonly MapFile[] {
  const api = useApi();
  const { data = noFiles } = useQuery({
    queryKey: ['maps'],
    queryFn: ({ signal }) => api.json({ path: 'maps', anonymous: true, signal }, filesSchema),
    staleTime: 5 * 60_000,
    retry: false,
  });
  return data;
}

interface MapKeys {
  readonly bingKey: string | null;
  readonly googleKey: string | null;
}

const noKeys: MapKeys = { bingKey: null, googleKey: null };

/** They are sent to everybody who is signed in, and kept nowhere: the settings of the page are those a stranger may read. */
function useMapKeys(isSignedIn: boolean): MapKeys {
  const api = useApi();
  const [keys, setKeys] = useState(noKeys);
  useEffect(() => {
    if (!isSignedIn) return;
    let ended = false;
    api.json({ path: 'server' }, keysSchema).then(
      ({ bingKey, attributes }) => {
        const googleKey = attributes[googleKeyAttribute];
        if (!ended) setKeys({ bingKey, googleKey: typeof googleKey === 'string' ? googleKey : null });
      },
      (error: unknown) => console.warn('The keys of maps could not be loaded; theirs are not offered', error),
    );
    return () => {
      ended = true;
    };
  }, [api, isSignedIn]);
  return keys;
}
