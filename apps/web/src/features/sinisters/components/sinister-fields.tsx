import { digitsOf, maskText } from '@atalaia/domain/documents/mask';
import { mdiMapMarkerCheckOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { SinisterMoment } from '../sinister-forms.ts';
import { errorAt } from '../use-sinister-form.ts';
import classes from './sinister-form.module.css';

interface MomentFieldsProps {
  readonly dateLabel: string;
  readonly timeLabel: string;
  /** What the server did not take. */
  readonly refused: ReadonlySet<string>;
}

/** The day and the hour of what happened, laid into `dd/mm/yyyy` and `hh:mm` while they are typed (SIN-09). */
export function MomentFields({ dateLabel, timeLabel, refused }: MomentFieldsProps) {
  const texts = useTexts();
  const { text } = texts;
  const { register, setValue, formState } = useFormContext<SinisterMoment>();
  const field = (name: 'date' | 'time', label: string, mask: string) => (
    <TextField
      label={`${label} *`}
      dense
      inputMode="numeric"
      placeholder={text(name === 'date' ? 'form.datePattern' : 'form.timePattern')}
      error={errorAt(name, formState.errors, refused, texts)}
      {...register(name, {
        onChange: ({ target }) => setValue(name, maskText(digitsOf(target.value), mask)),
      })}
    />
  );
  return (
    <div className={classes.moment}>
      {field('date', dateLabel, '##/##/####')}
      {field('time', timeLabel, '##:##')}
    </div>
  );
}

interface KindFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly error: string | undefined;
  /** It is the first to be answered, and this text field comes next: its list is open at once. */
  readonly leadsTo?: string;
}

/** Of which kind an opening, an occurrence or a closing is; it must be chosen. */
export function KindField({ name, label, options, error, leadsTo }: KindFieldProps) {
  const { text } = useTexts();
  const { field } = useController({ name });
  const { setFocus } = useFormContext();
  const [opensAtOnce] = useState(leadsTo !== undefined && !field.value);
  return (
    <SelectField
      ref={field.ref}
      labelled
      label={`${label} *`}
      placeholder={text('selector.placeholder')}
      options={options}
      chosen={field.value ?? null}
      onChoose={(value) => {
        field.onChange(value);
        // once the list has given the focus back
        if (opensAtOnce && leadsTo) requestAnimationFrame(() => setFocus(leadsTo));
      }}
      opensAtOnce={opensAtOnce}
      error={error}
    />
  );
}

/** Where the vehicle of a case is now. */
export interface LastPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Null where nobody found it yet. */
  readonly address: string | null;
}

interface TakePlaceProps {
  readonly place: LastPlace;
  readonly onTake: (address: string) => void;
}

/** The vehicle's own address in one click; its coordinates where it has none. */
export function TakePlace({ place, onTake }: TakePlaceProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { latitude, longitude, address } = place;
  const take = useMutation({
    async mutationFn() {
      if (address) return address;
      const query = { latitude: latitude ?? 0, longitude: longitude ?? 0 };
      const bytes = await api.bytes({ path: 'server/geocode', query, accept: 'text/plain' });
      return new TextDecoder().decode(bytes).trim();
    },
    onSuccess: (found) => onTake(found || coordinates),
    // without a geocoder a place still is a place
    onError: () => onTake(coordinates),
  });
  if (latitude === null || longitude === null) return null;
  const coordinates = `${formats.latitude(latitude)}, ${formats.longitude(longitude)}`;
  return (
    <Button icon={mdiMapMarkerCheckOutline} busy={take.isPending} onClick={() => take.mutate()}>
      {text('sinister.takePlace')}
    </Button>
  );
}
