import type { Geofence } from '@atalaia/contract/rules/geofence';
import { knotsFromSpeed, speedFromKnots, unitSigns } from '@atalaia/domain/units/units';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { ownAttributes, type WithPairs } from '../../resources/attributes/own-attributes.tsx';
import {
  optionalNumber,
  optionalText,
  referenceIn,
  requiredText,
  textOf,
  textOfReference,
} from '../../resources/form/field-values.ts';
import type { CustomFieldProps, FormContext, FormDefinition } from '../../resources/form/form-definition.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type AreaDraft, areaTextOf, draftOfText, emptyDraft, readDraft } from './area-draft.ts';

/** What of its attributes has a field of its own. */
const free = ownAttributes('geofence', ['color', 'speedLimit', 'polylineDistance']);

export interface GeofenceValues extends WithPairs {
  name: string;
  description: string;
  area: AreaDraft;
  color: string;
  /** In the person's unit. */
  speedLimit: string;
  polylineDistance: string;
  calendarId: string;
}

const longestDescription = 4000;

const areaSchema = z.custom<AreaDraft>().superRefine((draft, context) => {
  const { area, empty } = readDraft(draft);
  if (area) return;
  context.addIssue({ code: 'custom', message: empty ? 'geofence.areaRequired' : 'geofence.areaBroken' });
});

const valuesSchema = z.object({
  name: requiredText('geofence.nameRequired'),
  description: optionalText(longestDescription),
  area: areaSchema,
  color: z.string().regex(/^\s*(?:#[\da-f]{6})?\s*$/i, 'form.notAColour'),
  speedLimit: optionalNumber({ least: 0 }),
  polylineDistance: optionalNumber({ least: 0 }),
  calendarId: z.string(),
  attributes: free.schema,
});

export const geofencesForm: FormDefinition<Geofence, GeofenceValues> = {
  titles: { add: 'geofence.new', edit: 'geofence.edit' },
  wide: true,
  sections: [
    {
      title: 'geofence.identity',
      fields: [
        { name: 'name', label: 'geofence.name', kind: 'text', required: true },
        { name: 'description', label: 'geofence.description', kind: 'text' },
        {
          name: 'area',
          label: 'geofence.area',
          kind: 'custom',
          Field: AreaFormField,
          required: true,
          wide: true,
          valueText: (draft, { text }) => text(`geofence.${(draft as AreaDraft).kind}`),
        },
      ],
    },
    {
      title: 'geofence.rules',
      fields: [
        {
          name: 'polylineDistance',
          label: 'geofence.polylineDistance',
          kind: 'number',
          unit: () => 'm',
          hint: 'geofence.polylineHint',
          when: ({ area }) => area.kind === 'line',
        },
        {
          name: 'speedLimit',
          label: 'geofence.speedLimit',
          kind: 'number',
          unit: (_, { settings }) => unitSigns[settings.speedUnit],
        },
        { name: 'color', label: 'geofence.color', kind: 'colour', hint: 'geofence.colourHint' },
        {
          name: 'calendarId',
          label: 'geofence.calendar',
          kind: 'reference',
          path: 'calendars',
          hint: 'geofence.calendarHint',
        },
      ],
    },
    free.section<Geofence, GeofenceValues>(),
  ],
  schema: () => valuesSchema,
  valuesOf: (geofence, context) => {
    const { speedUnit } = context.settings;
    const { speedLimit, polylineDistance, color } = geofence?.attributes ?? {};
    return {
      name: textOf(geofence?.name),
      description: textOf(geofence?.description),
      area: geofence ? draftOfText(geofence.area) : emptyDraft,
      color: textOf(color),
      speedLimit: textOfNumber(speedLimit === undefined ? undefined : speedFromKnots(speedLimit, speedUnit)),
      polylineDistance: textOfNumber(polylineDistance),
      calendarId: textOfReference(geofence?.calendarId),
      attributes: free.read(geofence?.attributes, context),
    };
  },
  inputOf: (values, _, context) => ({
    name: values.name.trim(),
    description: values.description.trim() || null,
    calendarId: referenceIn(values.calendarId),
    area: areaTextOf(values.area),
    attributes: attributesOf(values, context),
  }),
};

/** Empty ones are left out, and numbers sent as numbers (GEO-01). */
function attributesOf(values: GeofenceValues, context: FormContext) {
  const { settings } = context;
  const color = values.color.trim();
  const speed = numberIn(values.speedLimit);
  const polylineDistance = numberIn(values.polylineDistance);
  return {
    ...free.write(values.attributes, context),
    ...(color !== '' && { color }),
    ...(speed !== undefined && { speedLimit: knotsFromSpeed(speed, settings.speedUnit) }),
    ...(polylineDistance !== undefined && { polylineDistance }),
  };
}

const AreaField = lazy(async () => ({ default: (await import('./area-field.tsx')).AreaField }));

/** What draws is loaded with the first form of a geofence, and not with every list. */
function AreaFormField(props: CustomFieldProps<Geofence>) {
  return (
    <Suspense fallback={<Skeleton height={520} />}>
      <AreaField {...props} />
    </Suspense>
  );
}
