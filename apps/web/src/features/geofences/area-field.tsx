/** The area of a geofence: drawn on a map, or typed beside it; either shows in the other (GEO-01). */
import type { Geofence } from '@atalaia/contract/rules/geofence';
import { defaultLineDistanceMetres } from '@atalaia/domain/geo/geofence-contains';
import { type Ref, useId } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { numberIn } from '../../lib/formats/plain-number.ts';
import type { Text, TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { fieldClasses } from '../../ui/field/field-classes.ts';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import type { AreaDraft, ReadDraft } from './area-draft.ts';
import classes from './area-field.module.css';
import { AreaMap } from './area-map.tsx';
import { AreaToolbar } from './area-toolbar.tsx';
import typedAreaClasses from './typed-area.module.css';
import { type AreaDrawing, useAreaDrawing } from './use-area-drawing.ts';

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

interface TypedAreaProps {
  readonly drawing: AreaDrawing;
  readonly readOnly: boolean;
  /** What gets the focus when the area is refused. */
  readonly inputRef: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** The area in numbers: all of the drawing by the keyboard alone. */
function TypedArea({ drawing, readOnly, inputRef }: TypedAreaProps) {
  const { text } = useTexts();
  const { draft, read, type } = drawing;
  const fault = faultText(read, text);
  const isRadius = read.fault === 'bad-radius';
  if (draft.kind === 'circle') {
    return (
      <div className={typedAreaClasses.circle}>
        <TextField
          dense
          ref={inputRef}
          label={text('geofence.centre')}
          placeholder="-3.731900, -38.526700"
          value={draft.places}
          readOnly={readOnly}
          error={isRadius ? undefined : fault}
          onChange={({ currentTarget }) => type({ places: currentTarget.value })}
        />
        <TextField
          dense
          label={text('geofence.radius')}
          inputMode="decimal"
          placeholder="200"
          value={draft.radius}
          readOnly={readOnly}
          error={isRadius ? fault : undefined}
          onChange={({ currentTarget }) => type({ radius: currentTarget.value })}
        />
      </div>
    );
  }
  return (
    <TextArea
      ref={inputRef}
      label={text('geofence.corners')}
      description={text('geofence.cornersHint')}
      placeholder={'-3.731900, -38.526700\n-3.732400, -38.526700'}
      value={draft.places}
      readOnly={readOnly}
      error={fault}
      onChange={({ currentTarget }) => type({ places: currentTarget.value })}
    />
  );
}

function faultText({ fault, ...where }: ReadDraft, text: Text): string | undefined {
  if (!fault) return undefined;
  const message = text(`areaFault.${fault}`);
  const line = 'line' in where ? where.line : undefined;
  return line === undefined ? message : text('areaFault.atLine', { line, fault: message });
}
