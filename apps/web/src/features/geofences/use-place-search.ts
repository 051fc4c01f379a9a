import { deviceSchema } from '@atalaia/contract/devices/device';
import { namedPlaceSchema } from '@atalaia/contract/providers/address';
import { isPlace, type Place } from '@atalaia/domain/geo/geometry';
import { foldText } from '@atalaia/domain/units/search-text';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiCityVariantOutline, mdiCrosshairsGps, mdiMapMarkerOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { fetchDeviceRows } from '../../lib/fleet/use-device-rows.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import citiesUrl from '../../map/geodata/cities.json?url';
import type { TypeaheadOption } from '../../ui/field/typeahead.tsx';
import { readPlace } from './typed-places.ts';

const leastCharacters = 2;
const pauseMs = 200;
/** An address is asked of a service outside. */
const addressCharacters = 3;
const addressPauseMs = 600;

const townZoom = 13;
const closeZoom = 17;

interface Found {
  readonly option: TypeaheadOption;
  readonly place: () => Promise<Place | undefined>;
  readonly zoom: number;
}

/** What a typed text may mean: a pair of coordinates, an address, a town, a device where it was last. */
export function usePlaceSearch(onFound: (place: Place, zoom: number) => void) {
  const { text: say } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const [text, setText] = useState('');
  const [unplaced, setUnplaced] = useState(false);
  const typed = text.trim();
  const [keyword] = useDebouncedValue(typed, pauseMs);
  const enabled = keyword.length >= leastCharacters;
  const towns = useQuery({
    queryKey: ['towns'],
    queryFn: loadTowns,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const devices = useQuery({
    queryKey: ['area-device-search', keyword],
    queryFn: ({ signal }) => findDevices(api, keyword, signal),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });

  const [address] = useDebouncedValue(typed, addressPauseMs);
  const pair = readPlace(typed);
  const addresses = useQuery({
    queryKey: ['area-address-search', address],
    queryFn: ({ signal }) =>
      api.json({ path: 'server/places', query: { text: address }, signal }, z.array(namedPlaceSchema)),
    enabled: address.length >= addressCharacters && !pair,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const found: readonly Found[] =
    typed.length < leastCharacters
      ? []
      : [
          ...(pair && isPlace(pair) ? [foundPair(pair)] : []),
          ...(address === typed ? (addresses.data ?? []).map(foundAddress) : []),
          ...findTowns(towns.data ?? [], typed).map(foundTown),
          ...(devices.data ?? []).map(foundDevice),
        ];

  function foundPair(place: Place): Found {
    const title = `${formats.latitude(place.latitude)}, ${formats.longitude(place.longitude)}`;
    return {
      option: { value: 'pair', title, icon: mdiCrosshairsGps },
      place: async () => place,
      zoom: closeZoom,
    };
  }

  function foundAddress(
    { name, latitude, longitude }: NonNullable<typeof addresses.data>[number],
    at: number,
  ): Found {
    return {
      option: { value: `address-${at}`, title: name, icon: mdiMapMarkerOutline },
      place: async () => ({ latitude, longitude }),
      zoom: closeZoom,
    };
  }

  function foundTown({ name, country, place }: ReturnType<typeof findTowns>[number], at: number): Found {
    return {
      option: { value: `town-${at}`, title: name, detail: country, icon: mdiCityVariantOutline },
      place: async () => place,
      zoom: townZoom,
    };
  }

  function foundDevice(device: NonNullable<typeof devices.data>[number]): Found {
    const { id, name, uniqueId, category } = device;
    return {
      option: { value: `device-${id}`, title: name, detail: uniqueId, icon: categoryIcon(category) },
      place: async () => (await fetchDeviceRows(api, [id])).get(id)?.position,
      zoom: closeZoom,
    };
  }

  function note(): string | undefined {
    if (unplaced) return say('map.deviceSelectedNeverPositioned');
    if (typed === '') return undefined;
    if (typed.length < leastCharacters) return say('shell.searchMinimum');
    if (addresses.error) return failureText(addresses.error, say);
    if (devices.error) return failureText(devices.error, say);
    return devices.isFetching || addresses.isFetching || address !== typed || keyword !== typed
      ? say('view.loading')
      : say('shell.searchEmpty');
  }

  return {
    text,
    type(next: string) {
      setUnplaced(false);
      setText(next);
    },
    options: unplaced ? [] : found.map(({ option }) => option),
    note: note(),
    async pick(value: string) {
      const chosen = found.find(({ option }) => option.value === value);
      const place = await chosen?.place().catch(() => undefined);
      if (!chosen || !place) return setUnplaced(true);
      setText(chosen.option.title);
      onFound(place, chosen.zoom);
    },
  };
}

/** Where a search on the map of an area may lead: a pair of coordinates, a town of the shipped map, a device. */
interface FoundTown {
  readonly name: string;
  readonly country: string;
  readonly place: Place;
}

interface FoundDevice {
  readonly id: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly category: string | null;
}

const citiesSchema = z.object({
  cities: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])),
});

const mostTowns = 5;
const mostDevices = 5;

/** Every town of the shipped map, the larger first. */
async function loadTowns(): Promise<readonly FoundTown[]> {
  const answer = await fetch(citiesUrl);
  if (!answer.ok) throw new Error(`the towns were answered ${answer.status}`);
  const { cities } = citiesSchema.parse(await answer.json());
  return cities.map(([name, latitude, longitude, , country]) => ({
    name,
    country,
    place: { latitude, longitude },
  }));
}

/** Those that begin so before those that only hold it. */
function findTowns(towns: readonly FoundTown[], typed: string): readonly FoundTown[] {
  const keyword = foldText(typed.trim());
  const fitting = towns.filter(({ name }) => foldText(name).includes(keyword));
  const begins = ({ name }: FoundTown) => foldText(name).startsWith(keyword);
  return [...fitting.filter(begins), ...fitting.filter((town) => !begins(town))].slice(0, mostTowns);
}

async function findDevices(
  api: ApiClient,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly FoundDevice[]> {
  const query = { keyword, limit: mostDevices };
  const devices = await api.json({ path: 'devices', query, signal }, z.array(deviceSchema));
  return devices.map(({ id, name, uniqueId, category }) => ({ id, name, uniqueId, category }));
}
