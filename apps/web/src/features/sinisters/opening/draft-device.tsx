import type { Device } from '@atalaia/contract/devices/device';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { fetchDeviceRows } from '../../../lib/fleet/fetch-device-rows.ts';
import { useDeviceOptions } from '../../../lib/fleet/use-device-options.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import classes from '../components/sinister-form.module.css';
import type { OpeningPlace } from './opening-form-schema.ts';

interface DraftDeviceProps {
  readonly onChoose: (device: Device, place: OpeningPlace | undefined) => void;
  readonly onCancel: () => void;
}

/** Which device a draft is about, where it did not begin from a device's panel. */
export function DraftDevice({ onChoose, onCancel }: DraftDeviceProps) {
  const { text } = useTexts();
  const api = useApi();
  const [chosen, setChosen] = useState<string | null>(null);
  const devices = useDeviceOptions(chosen === null ? [] : [chosen]);
  const load = useMutation({
    async mutationFn(deviceId: string) {
      const row = (await fetchDeviceRows(api, [Number(deviceId)])).get(Number(deviceId));
      if (!row) throw new Error(`Device ${deviceId} is gone`);
      return row;
    },
    onSuccess: ({ device, position }) => onChoose(device, position),
    onError: (error) => console.error('The device of the draft could not be loaded', error),
  });
  return (
    <div className={classes.form}>
      <SelectField
        labelled
        searchable
        disabled={load.isPending}
        label={`${text('sinister.draftDevice')} *`}
        placeholder={text('selector.placeholder')}
        options={devices.options}
        chosen={chosen}
        onChoose={(value) => {
          setChosen(value);
          if (value === null) return;
          devices.remember([value]);
          load.mutate(value);
        }}
        onSearch={devices.type}
        nothingFound={text(devices.isFetching ? 'view.loading' : 'selector.empty')}
        error={load.isError ? text('sinister.draftDeviceFailed') : undefined}
      />
      <footer className={classes.buttons}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
      </footer>
    </div>
  );
}
