/** The area of a geofence: drawn on a map, or typed beside it; either shows in the other (GEO-01). */
import type { Geofence } from '@atalaia/contract/rules/geofence';
import { defaultLineDistanceMetres } from '@atalaia/domain/geo/geofence-contains';
import { useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { numberIn } from '../../lib/formats/plain-number.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { fieldClasses } from '../../ui/field/field-classes.ts';
import type { AreaDraft } from './area-draft.ts';
import classes from './area-field.module.css';
import { AreaMap } from './area-map.tsx';
import { AreaToolbar } from './area-toolbar.tsx';
import { TypedArea } from './typed-area.tsx';
import { useAreaDrawing } from './use-area-drawing.ts';

export function AreaField({ name, label, required, row, readOnly }: CustomFieldProps<Geofence>) {
  const { text } = useTexts();
  const { field, fieldState } = useController({ name });
  const [colour, width] = useWatch({ name: ['color', 'polylineDistance'] }) as readonly string[];
  const drawing = useAreaDrawing({
    draft: field.value as AreaDraft,
    onDraft: field.onChange,
    readOnly,
    geofenceId: row?.id,
    look: {
      colour: /^#[\da-f]{6}$/i.test(colour ?? '') ? (colour ?? null) : null,
      halfWidthMetres: numberIn(width ?? '') || defaultLineDistanceMetres,
    },
  });
  const error = fieldState.error?.message;
  const id = useId();
  const labelId = `${id}label`;
  const errorId = `${id}error`;

  return (
    // biome-ignore lint/a11y/useSemanticElements: in a fieldset Chromium loses the map when the form is laid out anew
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={error ? errorId : undefined}
      className={classes.area}
    >
      <p id={labelId} className={fieldClasses.label}>
        {label}
        {required && (
          <span aria-hidden="true" className={classes.star}>
            {' '}
            *
          </span>
        )}
      </p>
      {!readOnly && <AreaToolbar drawing={drawing} />}
      <AreaMap drawing={drawing} label={label} invalid={error !== undefined} />
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {text(error as TextKey)}
        </p>
      )}
      <TypedArea drawing={drawing} readOnly={readOnly} inputRef={field.ref} />
    </div>
  );
}
