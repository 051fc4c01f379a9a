import { groupSchema } from '@atalaia/contract/accounts/group';
import { deviceSchema } from '@atalaia/contract/devices/device';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../api/api-context.ts';
import { lastDevices, noteUsed } from './last-devices.ts';

interface DeviceOption {
  readonly value: string;
  /** Its unique id and name (REP-02). */
  readonly label: string;
}

const devicesSchema = z.array(deviceSchema);

const optionsOf = (devices: z.infer<typeof devicesSchema>): DeviceOption[] =>
  devices.map(({ id, uniqueId, name }) => ({ value: String(id), label: `${uniqueId} · ${name}` }));

/** What a list under a field holds without becoming a page of its own. */
const mostOffered = 50;

/** A pause in typing this long asks the server, ms. */
const pauseMs = 250;

/**
 * Devices to choose from by typing; those chosen stay among the options, whatever is searched next. `chosen` holds
 * their numbers as the field does; of those that were chosen elsewhere the names are requested.
 */
export function useDeviceOptions(chosen: readonly string[]) {
  const api = useApi();
  const [typed, type] = useState('');
  const [known, setKnown] = useState<ReadonlyMap<string, DeviceOption>>(new Map());
  const isShown = [...known.values()].some(({ label }) => label === typed);
  const [keyword] = useDebouncedValue(isShown ? '' : typed.trim(), pauseMs);
  const [lastUsed] = useState(() => lastDevices.get().ids);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['device-options', keyword, keyword === '' ? lastUsed : null],
    queryFn: async ({ signal }) => {
      const query = { ...(keyword !== '' && { keyword }), limit: mostOffered };
      const read = (of: object) =>
        api.json({ path: 'devices', query: { ...of }, signal }, devicesSchema).then(optionsOf);
      if (keyword !== '' || lastUsed.length === 0) return read(query);
      const [last, others] = await Promise.all([read({ id: lastUsed.map(String) }), read(query)]);
      const first = lastUsed.flatMap((id) => last.find(({ value }) => value === String(id)) ?? []);
      return [...first, ...others.filter(({ value }) => !lastUsed.includes(Number(value)))];
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const [chosenElsewhere] = useState(chosen);
  const named = useQuery({
    queryKey: ['device-options-of', chosenElsewhere],
    queryFn: async ({ signal }) =>
      optionsOf(
        await api.json({ path: 'devices', query: { id: [...chosenElsewhere] }, signal }, devicesSchema),
      ),
    enabled: chosenElsewhere.length > 0,
    staleTime: 60_000,
    retry: false,
  });
  const found = data ?? [];
  const labelled = chosen.flatMap(
    (value) => known.get(value) ?? named.data?.find((option) => option.value === value) ?? [],
  );
  return {
    type,
    error,
    isFetching,
    /** What is offered is what was typed last: Enter may take the first of it. */
    isSettled: keyword === typed.trim() && !isPlaceholderData && !isShown,
    options: [...labelled, ...found.filter(({ value }) => !chosen.includes(value))],
    /** Called for every choice: a chosen device keeps its name when others are searched. */
    remember(values: readonly string[]) {
      const options = [...labelled, ...found].filter(({ value }) => values.includes(value));
      setKnown(new Map(options.map((option) => [option.value, option])));
      const added = values.find((value) => !chosen.includes(value));
      if (added !== undefined) noteUsed(Number(added));
    },
  };
}

/** Groups to choose from, by name. */
export function useGroupOptions() {
  const api = useApi();
  return useQuery({
    queryKey: ['group-options'],
    queryFn: async ({ signal }) => {
      const groups = await api.json({ path: 'groups', signal }, z.array(groupSchema));
      return groups.map(({ id, name }) => ({ value: String(id), label: name }));
    },
    staleTime: 60_000,
    retry: false,
  });
}
