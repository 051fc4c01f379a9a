import type { Place } from '@atalaia/domain/geo/geometry';
import { isPlace } from '@atalaia/domain/geo/geometry';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiCityVariantOutline, mdiCrosshairsGps } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { fetchDeviceRows } from '../../lib/fleet/fetch-device-rows.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { TypeaheadOption } from '../../ui/field/typeahead.tsx';
import { findDevices, findTowns, loadTowns } from './api/find-places.ts';
import { readPlace } from './typed-places.ts';

const leastCharacters = 2;
const pauseMs = 200;

const townZoom = 13;
const closeZoom = 17;

interface Found {
  readonly option: TypeaheadOption;
  readonly place: () => Promise<Place | undefined>;
  readonly zoom: number;
}

/** Where the map may be centred: a typed pair of coordinates, a town, a device where it was last. */
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

  const pair = readPlace(typed);
  const found: readonly Found[] =
    typed.length < leastCharacters
      ? []
      : [
          ...(pair && isPlace(pair) ? [foundPair(pair)] : []),
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
    if (devices.error) return failureText(devices.error, say);
    return devices.isFetching || keyword !== typed ? say('view.loading') : say('shell.searchEmpty');
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
