/** The area of a geofence: drawn on a map, or typed beside it; either shows in the other (GEO-01). */

import type { Geofence } from '@atalaia/contract/rules/geofence';
import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { defaultLineDistanceMetres } from '@atalaia/domain/geo/geofence-contains';
import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { mdiCheck, mdiEraser, mdiUndo, mdiVectorCircle, mdiVectorPolygon, mdiVectorPolyline } from '@mdi/js';
import { type Ref, useId, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Formats } from '../../lib/formats/formats.ts';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { createStore } from '../../lib/store/store.ts';
import { useStore } from '../../lib/store/use-store.ts';
import type { Text, TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { NoMap } from '../../map/controls/map-message.tsx';
import type { DrawCore } from '../../map/draw/draw-core.ts';
import { lengthMetres } from '../../map/measure/measure-state.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { fieldClasses } from '../../ui/field/field-classes.ts';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Typeahead } from '../../ui/field/typeahead.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { AreaDraft, AreaKind, ReadDraft } from './area-draft.ts';
import classes from './area-field.module.css';
import areaMapClasses from './area-map.module.css';
import areaToolbarClasses from './area-toolbar.module.css';
import typedAreaClasses from './typed-area.module.css';
import { printPlaces } from './typed-places.ts';
import { type AreaDrawing, useAreaDrawing } from './use-area-drawing.ts';
import { usePlaceSearch } from './use-place-search.ts';

interface AreaMapProps {
  readonly drawing: AreaDrawing;
  readonly label: string;
  readonly invalid: boolean;
}

/** The map that the area is drawn on: 400 px high (GEO-01), with what to do and how large it is in its corner. */
function AreaMap({ drawing: { core, read, draft }, label, invalid }: AreaMapProps) {
  const { text } = useTexts();
  return (
    <div className={areaMapClasses.frame} data-invalid={invalid || undefined}>
      {core ? (
        <PlainMapView core={core} label={text('geofence.mapOf', { label })}>
          <p className={areaMapClasses.help}>
            {text(read.empty ? `geofenceDraw.${draft.kind}` : `geofenceChange.${draft.kind}`)}
            <Size core={core} area={read.area} />
          </p>
        </PlainMapView>
      ) : (
        <NoMap />
      )}
    </div>
  );
}

interface SizeProps {
  readonly core: DrawCore;
  readonly area: GeofenceArea | undefined;
}

/** Of what is being drawn, else of what is there. */
function Size({ core, area: shown }: SizeProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const area = useStore(core.progress, (progress) => progress) ?? shown;
  return area ? <output className={areaMapClasses.size}>{sizeText(area, text, formats)}</output> : null;
}

function sizeText(area: GeofenceArea, text: Text, formats: Formats): string {
  switch (area.kind) {
    case 'circle':
      return text('geofence.radiusIs', { length: lengthText(area.radiusMetres, formats) });
    case 'line':
      return text('geofence.lengthIs', { length: lengthText(lengthMetres(area.points), formats) });
    case 'polygon': {
      const [first] = area.corners;
      const last = area.corners.at(-1);
      const closing = first && last ? distanceMetres(last, first) : 0;
      const length = lengthText(lengthMetres(area.corners) + closing, formats);
      return text('geofence.perimeterIs', { length, corners: area.corners.length });
    }
  }
}

/** Metres where two decimals of a kilometre would say too little. */
function lengthText(metres: number, formats: Formats): string {
  return metres < 1000 ? `${formats.count(metres)} m` : formats.distance(metres);
}

const kinds: readonly { readonly kind: AreaKind; readonly icon: string }[] = [
  { kind: 'circle', icon: mdiVectorCircle },
  { kind: 'polygon', icon: mdiVectorPolygon },
  { kind: 'line', icon: mdiVectorPolyline },
];

const idle = createStore(undefined);

/** Of the circle round a place that was searched for, until another is typed. */
const foundRadiusMetres = 200;

/** Which shape, back a step, away with all, and where to look. */
function AreaToolbar({ drawing }: { readonly drawing: AreaDrawing }) {
  const { text } = useTexts();
  const { core, draft, read, canUndo, type, choose, undo, clear } = drawing;
  const laid = useRef('');
  const search = usePlaceSearch((place, zoom) => {
    const places = printPlaces([place]);
    // what was drawn is not moved by looking elsewhere; what a search laid is
    if (draft.kind !== 'circle' || !(read.empty || draft.places === laid.current)) {
      return core?.centreOn(place, zoom);
    }
    laid.current = places;
    type({ places, radius: draft.radius.trim() || String(foundRadiusMetres) });
  });
  const isUnderWay = useStore(core?.progress ?? idle, (progress) => progress !== undefined);
  const isOpen = isUnderWay && draft.kind !== 'circle';
  return (
    <div className={areaToolbarClasses.bar}>
      <ChoiceRow
        label={text('geofence.shape')}
        chosen={draft.kind}
        onChoose={choose}
        choices={kinds.map(({ kind, icon }) => ({
          value: kind,
          name: text(`geofence.${kind}`),
          content: (
            <span className={areaToolbarClasses.shape}>
              <Icon path={icon} size={18} />
              {text(`geofence.${kind}`)}
            </span>
          ),
        }))}
      />
      <IconButton
        outlined
        name={text('action.undo')}
        icon={mdiUndo}
        disabled={!canUndo && !isUnderWay}
        onClick={undo}
      />
      <IconButton
        outlined
        name={text('geofence.clearArea')}
        icon={mdiEraser}
        disabled={Boolean(read.empty)}
        onClick={clear}
      />
      {core && (
        // what ends an area lies where the search was: the map must not move below the pointer
        <div className={areaToolbarClasses.search} data-open={isOpen || undefined}>
          <Typeahead
            label={text('geofence.findPlace')}
            placeholder={text('geofence.findPlaceHint')}
            text={search.text}
            onType={search.type}
            options={search.options}
            note={search.note}
            onPick={(value) => void search.pick(value)}
          />
          {isOpen && (
            <div className={areaToolbarClasses.finish}>
              <Button kind="primary" icon={mdiCheck} onClick={() => core.finish()}>
                {text('geofence.finish')}
              </Button>
              <span className={areaToolbarClasses.open} role="status" title={text('geofence.open')}>
                {text('geofence.open')}
              </span>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

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
