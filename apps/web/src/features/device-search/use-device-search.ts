import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { TypeaheadOption } from '../../ui/field/typeahead.tsx';
import { findDevices } from './api/find-devices.ts';

/** From so many characters on something is searched. */
export const leastCharacters = 2;

/** A pause in typing this long asks the server, ms. */
const pauseMs = 200;

/** The state of a device search: what is typed, what fits, and what to say in the list's place. */
export function useDeviceSearch() {
  const { text: say } = useTexts();
  const api = useApi();
  const [text, type] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), pauseMs);
  const isShort = text.trim().length < leastCharacters;
  const { data, error, isFetching } = useQuery({
    queryKey: ['device-search', wanted],
    queryFn: ({ signal }) => findDevices(api, wanted, signal),
    enabled: wanted.length >= leastCharacters,
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

  function note(): string | undefined {
    if (text.trim() === '') return undefined;
    if (isShort) return say('shell.searchMinimum');
    if (error) return failureText(error, say);
    return isFetching || wanted !== text.trim() ? say('share.loading') : say('shell.searchEmpty');
  }
  return { text, type, options, note: note() };
}
