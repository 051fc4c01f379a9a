/** The server's attributes that mean something to it, as fields in sections of their own. */
import type { ServerSettings } from '@atalaia/contract/server/server-settings';
import { speedFromKnots } from '@atalaia/domain/units/units';
import { languages } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { attributesOf, type KnownAttribute, pairsOf } from '../../lib/attributes/attribute-pairs.ts';
import { knownAttributes } from '../../lib/attributes/known-attributes.ts';
import { optionalNumber, optionalText } from '../../resources/form/field-values.ts';
import type { FieldKind, FormContext, FormSection } from '../../resources/form/form-definition.ts';

type Kind = 'amount' | 'aboveZero' | 'days' | 'speed' | 'flag' | 'phone' | 'language' | 'text';

interface Typed {
  /** Of the form: names of attributes hold dots. */
  readonly key: string;
  readonly name: string;
  readonly kind: Kind;
  readonly label: PhraseKey;
  readonly hint?: PhraseKey;
}

const typed = (name: string, kind: Kind, label: PhraseKey, hint?: PhraseKey): Typed => ({
  key: name.replaceAll('.', '_'),
  name,
  kind,
  label,
  ...(hint && { hint }),
});

const sections: readonly { readonly title: PhraseKey; readonly fields: readonly Typed[] }[] = [
  {
    title: 'server.sectionTracking',
    fields: [
      typed(
        'statusTimeoutSeconds',
        'amount',
        'serverAttribute.statusTimeoutSeconds',
        'serverHelp.statusTimeout',
      ),
      typed('speedLimit', 'speed', 'serverAttribute.speedLimit', 'serverHelp.speedLimit'),
      typed('inactivitySeconds', 'amount', 'deviceAttribute.inactivitySeconds', 'serverHelp.inactivity'),
      typed('jammingSeconds', 'amount', 'deviceAttribute.jammingSeconds', 'serverHelp.jamming'),
      typed('fuelDropThreshold', 'amount', 'deviceAttribute.fuelDropThreshold', 'serverHelp.fuel'),
      typed('fuelIncreaseThreshold', 'amount', 'deviceAttribute.fuelIncreaseThreshold', 'serverHelp.fuel'),
      typed('towDistance', 'amount', 'deviceAttribute.towDistance', 'serverHelp.tow'),
      typed('automaticRegistration', 'flag', 'serverAttribute.automaticRegistration', 'serverHelp.register'),
    ],
  },
  {
    title: 'server.sectionCommands',
    fields: [
      typed('blockMaxSpeedKph', 'amount', 'serverAttribute.blockMaxSpeedKph', 'serverHelp.blockSpeed'),
      typed(
        'blockMaxFixAgeMinutes',
        'aboveZero',
        'serverAttribute.blockMaxFixAgeMinutes',
        'serverHelp.blockAge',
      ),
      typed(
        'blockExpiryMinutes',
        'aboveZero',
        'serverAttribute.blockExpiryMinutes',
        'serverHelp.blockExpiry',
      ),
      typed(
        'commandExpiryMinutes',
        'aboveZero',
        'serverAttribute.commandExpiryMinutes',
        'serverHelp.commandExpiry',
      ),
    ],
  },
  {
    title: 'server.sectionTrips',
    fields: [
      typed(
        'report.trip.minimalTripDistance',
        'amount',
        'serverAttribute.tripDistance',
        'serverHelp.tripDistance',
      ),
      typed(
        'report.trip.minimalTripDuration',
        'amount',
        'serverAttribute.tripDuration',
        'serverHelp.tripDuration',
      ),
      typed(
        'report.trip.minimalParkingDuration',
        'amount',
        'serverAttribute.parkingDuration',
        'serverHelp.parking',
      ),
      typed(
        'report.trip.minimalNoDataDuration',
        'amount',
        'serverAttribute.noDataDuration',
        'serverHelp.noData',
      ),
      typed('report.trip.useIgnition', 'flag', 'serverAttribute.useIgnition', 'serverHelp.useIgnition'),
    ],
  },
  {
    title: 'server.sectionSecurity',
    fields: [
      typed('secondFactorAdmin', 'flag', 'serverAttribute.secondFactorAdmin', 'serverHelp.secondFactor'),
      typed('secondFactorMonitor', 'flag', 'serverAttribute.secondFactorMonitor'),
      typed('secondFactorFleet', 'flag', 'serverAttribute.secondFactorFleet'),
      typed('secondFactorClient', 'flag', 'serverAttribute.secondFactorClient'),
    ],
  },
  {
    title: 'server.sectionRetention',
    fields: [
      typed(
        'retentionPositionsDays',
        'days',
        'serverAttribute.retentionPositionsDays',
        'serverHelp.retention',
      ),
      typed(
        'retentionTravelHoursDays',
        'days',
        'serverAttribute.retentionTravelHoursDays',
        'serverHelp.retention',
      ),
      typed('retentionEventsDays', 'days', 'serverAttribute.retentionEventsDays', 'serverHelp.retention'),
      typed('retentionCommandsDays', 'days', 'serverAttribute.retentionCommandsDays', 'serverHelp.retention'),
      typed('retentionNoticesDays', 'days', 'serverAttribute.retentionNoticesDays', 'serverHelp.retention'),
      typed('retentionAuditDays', 'days', 'serverAttribute.retentionAuditDays', 'serverHelp.retention'),
    ],
  },
  {
    title: 'server.sectionCentre',
    fields: [
      typed('ui.centrePhone', 'phone', 'serverAttribute.centrePhone'),
      typed('ui.language', 'language', 'serverAttribute.language', 'serverHelp.language'),
      typed('ui.baseMaps', 'text', 'serverAttribute.baseMaps', 'serverHelp.baseMaps'),
    ],
  },
];

const all = sections.flatMap(({ fields }) => fields);

/** Names that the free attributes do not show again. */
export const typedAttributes: readonly string[] = all.map(({ name }) => name);

const phone = z
  .string()
  .trim()
  .max(40, 'form.textTooLong' satisfies PhraseKey)
  .regex(/^$|^\+?(?:[\s().-]*\d){3,15}[\s().-]*$/, 'server.notAPhone' satisfies PhraseKey);

const schemaOf: Readonly<Record<Kind, z.ZodType<string | boolean>>> = {
  amount: optionalNumber({ least: 0 }),
  aboveZero: optionalNumber({ least: 0 }),
  days: optionalNumber({ least: 0, most: 36_500, whole: true }),
  speed: optionalNumber({ least: 0 }),
  flag: z.boolean(),
  phone,
  language: z.string(),
  text: optionalText(),
};

type TypedValues = Record<string, string | boolean>;

export const typedValuesSchema = z.object(
  Object.fromEntries(all.map(({ key, kind }) => [key, schemaOf[kind]])),
) as unknown as z.ZodType<TypedValues>;

const known = ({ text, formats, settings }: FormContext): readonly KnownAttribute[] =>
  knownAttributes('server', text, { sign: formats.speedUnit, factor: speedFromKnots(1, settings.speedUnit) });

/** As the fields show them: a speed in the person's unit. */
export function typedValuesOf(attributes: ServerSettings['attributes'], context: FormContext): TypedValues {
  const pairs = new Map(pairsOf(attributes, known(context)).map((pair) => [pair.name, pair]));
  return Object.fromEntries(
    all.map(({ key, name, kind }) => {
      const pair = pairs.get(name);
      if (kind === 'flag') return [key, pair?.text === 'true'];
      return [key, pair && attributes[name] !== null ? pair.text : ''];
    }),
  );
}

/** What is sent: nothing of what is not set, and what nobody changed exactly as it is stored. */
export function typedInputOf(
  values: TypedValues,
  stored: ServerSettings['attributes'],
  context: FormContext,
): Record<string, unknown> {
  const shown = typedValuesOf(stored, context);
  return Object.fromEntries(
    all.flatMap(({ key, name, kind }) => {
      const value = values[key];
      if (value === shown[key]) return stored[name] === undefined ? [] : [[name, stored[name]]];
      if (value === undefined || value === false || value === '') return [];
      const type = kind === 'flag' ? 'boolean' : isText(kind) ? 'string' : 'number';
      const written = attributesOf([{ name, type, text: String(value) }], known(context));
      return Object.entries(written);
    }),
  );
}

const isText = (kind: Kind) => kind === 'phone' || kind === 'language' || kind === 'text';

/** The field that a refusal of an attribute belongs to. */
export function typedFieldOf(path: string): `typed.${string}` | undefined {
  const found = all.find(({ name }) => path === `attributes.${name}`);
  return found && `typed.${found.key}`;
}

interface WithTyped extends FieldValues {
  typed: TypedValues;
}

const languageNames = { 'pt-BR': 'Português (Brasil)', en: 'English' } as const;

function kindOf(kind: Kind): FieldKind<ServerSettings> {
  if (kind === 'flag') return { kind: 'switch' };
  if (kind === 'phone') return { kind: 'text', inputMode: 'tel' };
  if (kind === 'text') return { kind: 'text' };
  if (kind === 'speed') return { kind: 'number', unit: (_values, { formats }) => formats.speedUnit };
  if (kind !== 'language') return { kind: 'number' };
  const options = () => languages.map((value) => ({ value, label: languageNames[value] }));
  return { kind: 'select', options };
}

/** The form holds them as `typed`. */
export function typedSections<Values extends WithTyped>(): FormSection<ServerSettings, Values>[] {
  return sections.map(({ title, fields }) => ({
    title,
    fields: fields.map(({ key, kind, label, hint }) => ({
      ...kindOf(kind),
      name: `typed.${key}` as FieldPath<Values>,
      label,
      ...(hint && { hint }),
    })),
  }));
}
