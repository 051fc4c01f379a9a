import type { Device } from '@atalaia/contract/devices/device';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useDeviceOptions } from '../../../lib/fleet/fleet-options.ts';
import { fetchDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import classes from '../components/sinister-card.module.css';
import sinisterFormClasses from '../components/sinister-form.module.css';
import type { OpeningPlace } from '../sinister-forms.ts';
import { revealCard } from '../sinisters-view-store.ts';
import { reloadSinisters } from '../use-open-sinisters.ts';
import { chooseDraftDevice, dropDraft, type SinisterDraft, typeDraft } from './draft-store.ts';
import { OpeningForm } from './opening-form.tsx';

interface DraftCardProps {
  readonly draft: SinisterDraft;
  readonly onCancelled: () => void;
}

/** The card of the sinister that is not saved yet: white, its form unfolded (SIN-03, SIN-04). */
export function DraftCard({ draft, onCancelled }: DraftCardProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A browser may answer with a promise, which is no way to clean up.
    void card.current?.scrollIntoView({ block: 'start' });
  }, []);
  const cancel = () => {
    dropDraft();
    reloadSinisters(queries);
    onCancelled();
  };
  const { device, place, typed } = draft;
  return (
    <li ref={card} className={classes.card} data-tone="draft" data-draft>
      <div className={classes.head}>
        <span className={classes.plate}>{text('sinister.new')}</span>
        <span className={classes.age}>{text('sinister.draft')}</span>
      </div>
      <div className={classes.body}>
        {device ? (
          <OpeningForm
            key={device.id}
            device={device}
            place={place}
            typed={typed}
            onType={typeDraft}
            onCancel={cancel}
            onOpened={(sinisterId) => {
              dropDraft();
              revealCard(sinisterId);
            }}
          />
        ) : (
          <DraftDevice onChoose={chooseDraftDevice} onCancel={cancel} />
        )}
      </div>
    </li>
  );
}

interface DraftDeviceProps {
  readonly onChoose: (device: Device, place: OpeningPlace | undefined) => void;
  readonly onCancel: () => void;
}

/** Which device a draft is about, where it did not begin from a device's panel. */
function DraftDevice({ onChoose, onCancel }: DraftDeviceProps) {
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
    <div className={sinisterFormClasses.form}>
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
      <footer className={sinisterFormClasses.buttons}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
      </footer>
    </div>
  );
}
