/** The form of the server's settings: every field of the source, all optional, nothing to remove (SRV-01). */
import type { ServerSettings } from '@atalaia/contract/server/server-settings';
import { mapTypeSchema } from '@atalaia/contract/values/values';
import { coordinateFormats } from '@atalaia/domain/geo/coordinates';
import { distanceUnits, speedUnits, volumeUnits } from '@atalaia/domain/units/units';
import type { FormContext, FormDefinition, FormField } from '../../resources/form/form-definition.ts';
import { PlaceField } from './place-field.tsx';
import { typedFieldOf, typedSections } from './server-attribute-fields.ts';
import {
  type ServerValues,
  serverAttributes,
  serverInputOf,
  serverValuesOf,
  serverValuesSchema,
} from './server-values.ts';

type Field = FormField<ServerSettings, ServerValues>;

const named =
  (area: string, values: readonly string[]) =>
  ({ textOr }: FormContext) =>
    values.map((value) => ({ value, label: textOr(`${area}.${value}`, value) }));

const map: readonly Field[] = [
  { kind: 'select', name: 'map', label: 'setting.map', options: named('mapType', mapTypeSchema.options) },
  {
    kind: 'text',
    name: 'mapUrl',
    label: 'setting.mapUrl',
    inputMode: 'url',
    hint: 'server.mapUrlHelp',
  },
  { kind: 'password', name: 'bingKey', label: 'setting.bingKey', hint: 'server.bingKeyKept' },
  {
    kind: 'switch',
    name: 'forgetBingKey',
    label: 'server.bingKeyForget',
    when: ({ hasBingKey, bingKey }) => hasBingKey && bingKey === '',
  },
  { kind: 'text', name: 'poiLayer', label: 'setting.poiLayer', inputMode: 'url' },
  { kind: 'custom', name: 'place', label: 'server.preview', Field: PlaceField },
];

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

const formats: readonly Field[] = [
  {
    kind: 'select',
    name: 'timezone',
    label: 'setting.timezone',
    searchable: true,
    options: () => zones.map((zone) => ({ value: zone, label: zone })),
  },
  {
    kind: 'select',
    name: 'coordinateFormat',
    label: 'setting.coordinateFormat',
    options: named('coordinateFormat', coordinateFormats),
  },
  { kind: 'select', name: 'speedUnit', label: 'setting.speedUnit', options: named('speedUnit', speedUnits) },
  {
    kind: 'select',
    name: 'distanceUnit',
    label: 'setting.distanceUnit',
    options: named('distanceUnit', distanceUnits),
  },
  {
    kind: 'select',
    name: 'volumeUnit',
    label: 'setting.volumeUnit',
    options: named('volumeUnit', volumeUnits),
  },
  { kind: 'switch', name: 'twelveHourFormat', label: 'setting.twelveHourFormat' },
  { kind: 'switch', name: 'forceSettings', label: 'setting.forceSettings', hint: 'server.forceHelp' },
];

const access: readonly Field[] = [
  { kind: 'text', name: 'announcement', label: 'server.announcement', hint: 'server.announcementHelp' },
  { kind: 'number', name: 'deviceLimit', label: 'server.deviceLimit', hint: 'server.deviceLimitHelp' },
  { kind: 'switch', name: 'readonly', label: 'server.readonly', hint: 'server.bindsHelp' },
  { kind: 'switch', name: 'deviceReadonly', label: 'server.deviceReadonly', hint: 'server.bindsHelp' },
  { kind: 'switch', name: 'limitCommands', label: 'server.limitCommands', hint: 'server.bindsHelp' },
];

/** The one row there is, as it was read. */
export function serverFormOf(server: ServerSettings): FormDefinition<ServerSettings, ServerValues> {
  return {
    titles: { add: 'server.formTitle', edit: 'server.formTitle' },
    sections: [
      { title: 'server.sectionMap', fields: map },
      { title: 'server.sectionFormats', fields: formats },
      { title: 'server.sectionAccess', fields: access },
      ...typedSections<ServerValues>(),
      { ...serverAttributes.section<ServerSettings, ServerValues>(), title: 'server.sectionAttributes' },
    ],
    schema: () => serverValuesSchema,
    valuesOf: (row = server, context) => serverValuesOf(row, context),
    inputOf: (values, row = server, context) => serverInputOf(values, context, row.attributes),
    fieldOf: (path) => (/^(latitude|longitude|zoom)$/.test(path) ? 'place' : typedFieldOf(path)),
  };
}
