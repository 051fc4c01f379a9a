/** What the form of a device holds, and how it is read from and written to the API's device (DEV-01). */
import type { Device, DeviceAttributes, DeviceInput } from '@atalaia/contract/devices/device';
import { knotsFromSpeed, speedFromKnots } from '@atalaia/domain/units/units';
import { z } from 'zod';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { ownAttributes } from '../../resources/attributes/own-attributes.tsx';
import {
  optionalNumber,
  optionalText,
  referenceIn,
  requiredText,
  textOf,
  textOfReference,
} from '../../resources/form/field-values.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { settingInput, settingKeys, settingsSchema, settingValues } from './protocol-setting-fields.ts';

/** Attributes whose field holds the text that is stored. */
const textAttributes = [
  'plate',
  'year',
  'vehicleModel',
  'fuelType',
  'manufacturer',
  'color',
  'renavam',
  'chassi',
  'modelYear',
  'vehicleType',
  'species',
  'registrationCity',
  'registrationState',
  'devicePassword',
  'installationLocation',
  'technician',
  'blockInstalled',
  'blockCuts',
  'cc_email',
  'm2mProvider',
  'iccid',
  'timezone',
] as const;

type TextAttribute = (typeof textAttributes)[number];

/** `sinisterId` is the server's alone (SIN-12). */
export const deviceAttributes = ownAttributes('device', [
  ...textAttributes,
  'speedLimit',
  'fuelConsumption',
  'traceLimit',
  'ignoreOdometer',
  'sinisterId',
  ...settingKeys,
]);

const texts = Object.fromEntries(textAttributes.map((name) => [name, optionalText()])) as Record<
  TextAttribute,
  z.ZodString
>;

export const deviceValuesSchema = z.object({
  name: requiredText('device.nameRequired'),
  uniqueId: requiredText('device.uniqueIdRequired', 128),
  groupId: z.string(),
  customerId: z.string(),
  category: z.string(),
  disabled: z.boolean(),
  phone: optionalText(),
  model: optionalText(),
  contact: optionalText(),
  ...texts,
  /** In the person's unit. */
  speedLimit: optionalNumber({ least: 0, most: 3700 }),
  fuelConsumption: optionalNumber({ least: 0 }),
  traceLimit: optionalNumber({ least: 0, most: 1000, whole: true }),
  ignoreOdometer: z.boolean(),
  settingsOf: z.string(),
  settings: settingsSchema,
  attributes: deviceAttributes.schema,
});

export type DeviceValues = z.infer<typeof deviceValuesSchema>;

export function deviceValues(device: Device | undefined, context: FormContext): DeviceValues {
  const attributes: DeviceAttributes = device?.attributes ?? {};
  return {
    name: device?.name ?? '',
    uniqueId: device?.uniqueId ?? '',
    groupId: textOfReference(device?.groupId),
    customerId: textOfReference(device?.customerId),
    category: device?.category ?? '',
    disabled: device?.disabled ?? false,
    phone: textOf(device?.phone),
    model: textOf(device?.model),
    contact: textOf(device?.contact),
    ...(Object.fromEntries(textAttributes.map((name) => [name, textOf(attributes[name])])) as Record<
      TextAttribute,
      string
    >),
    speedLimit: shownLimit(attributes.speedLimit, context),
    fuelConsumption: textOf(attributes.fuelConsumption),
    traceLimit: textOf(attributes.traceLimit),
    ignoreOdometer: attributes.ignoreOdometer ?? false,
    settingsOf: '',
    settings: settingValues(attributes),
    attributes: deviceAttributes.read(device?.attributes, context),
  };
}

/** Derived fields are not sent; an attribute that nobody touched goes back exactly as it came. */
export function deviceInput(
  values: DeviceValues,
  device: Device | undefined,
  context: FormContext,
): DeviceInput {
  const before: DeviceAttributes = device?.attributes ?? {};
  const changed = (name: string, typed: string, read: (typed: string) => unknown) => {
    if (typed === '') return {};
    return { [name]: typed === textOf(before[name]) ? before[name] : read(typed) };
  };
  return {
    name: values.name,
    uniqueId: values.uniqueId,
    groupId: referenceIn(values.groupId),
    customerId: referenceIn(values.customerId),
    category: values.category || null,
    disabled: values.disabled,
    phone: values.phone || null,
    model: values.model || null,
    contact: values.contact || null,
    attributes: {
      ...deviceAttributes.write(values.attributes, context),
      ...Object.assign({}, ...textAttributes.map((name) => changed(name, values[name], (typed) => typed))),
      ...changed('fuelConsumption', values.fuelConsumption, numberIn),
      ...changed('traceLimit', values.traceLimit, numberIn),
      ...storedLimit(values.speedLimit, before, context),
      ...settingInput(values.settings, before),
      ...((values.ignoreOdometer || before.ignoreOdometer !== undefined) && {
        ignoreOdometer: values.ignoreOdometer,
      }),
    },
  };
}

/** Knots in the person's unit, to two decimals: 43.196544 kn are 80 km/h. */
function shownLimit(limitKnots: number | undefined, { settings }: FormContext): string {
  if (limitKnots === undefined) return '';
  return textOfNumber(Number(speedFromKnots(limitKnots, settings.speedUnit).toFixed(2)));
}

function storedLimit(typed: string, before: DeviceAttributes, context: FormContext): DeviceAttributes {
  const limit = numberIn(typed);
  if (limit === undefined) return {};
  const isUntouched = typed === shownLimit(before.speedLimit, context);
  return { speedLimit: isUntouched ? before.speedLimit : knotsFromSpeed(limit, context.settings.speedUnit) };
}
