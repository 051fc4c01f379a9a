import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { categoryIcon } from '../../../../lib/icons/category-icon.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { Typeahead, type TypeaheadOption } from '../../../../ui/field/typeahead.tsx';
import classes from './device-search.module.css';

interface DeviceSearchProps {
  readonly onPick: (deviceId: number) => void;
}

/** The top bar's search over every device a person sees; `/` leads to it. */
export function DeviceSearch({ onPick }: DeviceSearchProps) {
  const { text: say } = useTexts();
  const { text, type, options, isSettled, note } = useDeviceSearch();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);

  return (
    <search className={classes.search}>
      <Typeahead
        ref={input}
        label={say('shell.searchLabel')}
        placeholder={say('shell.search')}
        text={text}
        onType={type}
        options={options}
        isSettled={isSettled}
        note={note}
        shortcut="/"
        onPick={(value) => {
          type('');
          input.current?.blur();
          onPick(Number(value));
        }}
      />
    </search>
  );
}

/** What a list under a search box holds without becoming a page of its own. */
const mostOffered = 12;

/** Devices whose id, name, plate, group, customer or customer's document contains the text (SHELL-02). */
function findDevices(api: ApiClient, keyword: string, signal: AbortSignal): Promise<readonly Device[]> {
  return api.json({ path: 'devices', query: { keyword, limit: mostOffered }, signal }, z.array(deviceSchema));
}

/** From so many characters on something is searched. */
const leastCharacters = 2;

/** A pause in typing this long asks the server, ms. */
const pauseMs = 200;

/** The state of a device search: what is typed, what fits, and what to say in the list's place. */
function useDeviceSearch() {
  const { text: say } = useTexts();
  const api = useApi();
  const [text, type] = useState('');
  const [searched] = useDebouncedValue(text.trim(), pauseMs);
  const isShort = text.trim().length < leastCharacters;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['device-search', searched],
    queryFn: ({ signal }) => findDevices(api, searched, signal),
    enabled: searched.length >= leastCharacters,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });

  const options: readonly TypeaheadOption[] = isShort
    ? []
    : (data ?? []).map((device) => ({
        value: String(device.id),
        title: device.name,
        detail: [device.uniqueId, device.attributes.plate, device.groupName, device.customerName]
          .filter(Boolean)
          .join(' · '),
        icon: categoryIcon(device.category),
      }));

  const isSettled = searched === text.trim() && !isPlaceholderData && !isFetching;

  function note(): string | undefined {
    if (text.trim() === '') return undefined;
    if (isShort) return say('shell.searchMinimum');
    if (error) return failureText(error, say);
    return isSettled ? say('shell.searchEmpty') : say('share.loading');
  }
  return { text, type, options, isSettled, note: note() };
}
