import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { fetchDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useFleetList } from '../../../lib/fleet/use-fleet-list.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';

interface DeviceChoiceProps {
  readonly fleet: Fleet;
  readonly chosen: number | null;
  readonly onChoose: (deviceId: number | null) => void;
}

/** What a dropdown holds at once; typing brings others. */
const mostOffered = 50;
const pauseMs = 200;

/** One device out of the whole fleet (STRIP-02). */
export function DeviceChoice({ fleet, chosen, onChoose }: DeviceChoiceProps) {
  const { text } = useTexts();
  const api = useApi();
  const [typed, type] = useState('');
  const [contained] = useDebouncedValue(typed.trim(), pauseMs);
  const { ids: fitting } = useFleetList(fleet, { text: contained });
  const offered = Array.from((fitting ?? new Int32Array()).subarray(0, mostOffered));
  const ids = chosen === null || offered.includes(chosen) ? offered : [chosen, ...offered];
  const { data } = useQuery({
    queryKey: ['device-rows', ids],
    queryFn: ({ signal }) => fetchDeviceRows(api, ids, signal),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const options = ids.flatMap((id) => {
    const device = data?.get(id)?.device;
    return device ? [{ value: String(id), label: device.name }] : [];
  });
  return (
    <SelectField
      label={text('strip.device')}
      clearLabel={text('strip.clear')}
      nothingFound={text('strip.empty')}
      searchable
      onSearch={type}
      options={options}
      chosen={chosen === null ? null : String(chosen)}
      onChoose={(value) => onChoose(value === null ? null : Number(value))}
    />
  );
}
