import { deviceSchema } from '@atalaia/contract/device';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../api/api-context.ts';

export interface DeviceOption {
  readonly value: string;
  /** Its unique id and name (REP-02). */
  readonly label: string;
}

/** What a list under a field holds without becoming a page of its own. */
const mostOffered = 50;

/** A pause in typing this long asks the server, ms. */
const pauseMs = 250;

/**
 * Devices to choose from by typing; those chosen stay among the options, whatever is searched next. `chosen` holds
 * their numbers as the field does.
 */
export function useDeviceOptions(chosen: readonly string[]) {
  const api = useApi();
  const [typed, type] = useState('');
  const [known, setKnown] = useState<ReadonlyMap<string, DeviceOption>>(new Map());
  const isShown = [...known.values()].some(({ label }) => label === typed);
  const [keyword] = useDebouncedValue(isShown ? '' : typed.trim(), pauseMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['device-options', keyword],
    queryFn: async ({ signal }) => {
      const query = { ...(keyword !== '' && { keyword }), limit: mostOffered };
      const devices = await api.json({ path: 'devices', query, signal }, z.array(deviceSchema));
      return devices.map(({ id, uniqueId, name }) => ({ value: String(id), label: `${uniqueId} · ${name}` }));
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const found = data ?? [];
  const kept = chosen.flatMap((value) => known.get(value) ?? []);
  return {
    type,
    error,
    isFetching,
    options: [...kept, ...found.filter(({ value }) => !chosen.includes(value))],
    /** To be told of every choice: a chosen device keeps its name when others are searched. */
    remember(values: readonly string[]) {
      const options = [...kept, ...found].filter(({ value }) => values.includes(value));
      setKnown(new Map(options.map((option) => [option.value, option])));
    },
  };
}
