/** The server's settings as their form holds them: nothing is required (SRV-01). */
import type { ServerSettings, ServerSettingsInput } from '@atalaia/contract/server/server-settings';
import { mapInputSchema, webAddressInputSchema } from '@atalaia/contract/values/values';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { ownAttributes } from '../../resources/attributes/own-attributes.tsx';
import { optionalNumber, optionalText, textOf } from '../../resources/form/field-values.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import {
  typedAttributes,
  typedInputOf,
  typedValuesOf,
  typedValuesSchema,
} from './server-attribute-fields.ts';

export const serverAttributes = ownAttributes('server', typedAttributes);

const message = (key: PhraseKey): PhraseKey => key;

const address = z
  .string()
  .refine((text) => webAddressInputSchema.safeParse(text.trim()).success, message('server.notAnAddress'));

const between = (least: number, most: number, fault: PhraseKey) =>
  z.string().refine((typed) => {
    const value = numberIn(typed);
    return value === undefined || (value >= least && value <= most);
  }, fault);

const placeSchema = z
  .object({
    latitude: between(-90, 90, 'server.latitudeRange'),
    longitude: between(-180, 180, 'server.longitudeRange'),
    zoom: between(0, 22, 'server.zoomRange'),
  })
  .superRefine(({ latitude, longitude }, context) => {
    const isHalf = (latitude.trim() === '') !== (longitude.trim() === '');
    if (!isHalf) return;
    const path = [latitude.trim() === '' ? 'latitude' : 'longitude'];
    context.addIssue({ code: 'custom', path, message: message('server.placePair') });
  });

export const serverValuesSchema = z.object({
  map: mapInputSchema,
  mapUrl: address,
  /** Typed again; the stored one is never shown. */
  bingKey: optionalText(),
  hasBingKey: z.boolean(),
  forgetBingKey: z.boolean(),
  place: placeSchema,
  poiLayer: address,
  announcement: z.string().max(255),
  coordinateFormat: z.enum(['', 'dd', 'ddm', 'dms']),
  timezone: z.string(),
  speedUnit: z.enum(['', 'kn', 'kmh', 'mph']),
  distanceUnit: z.enum(['', 'm', 'km', 'mi', 'nmi']),
  volumeUnit: z.enum(['', 'ltr', 'impGal', 'usGal']),
  twelveHourFormat: z.boolean(),
  forceSettings: z.boolean(),
  readonly: z.boolean(),
  deviceReadonly: z.boolean(),
  limitCommands: z.boolean(),
  deviceLimit: optionalNumber({ least: -1, whole: true, most: 2_147_483_647 }),
  typed: typedValuesSchema,
  attributes: serverAttributes.schema,
});

export type ServerValues = z.infer<typeof serverValuesSchema>;

export function serverValuesOf(server: ServerSettings, context: FormContext): ServerValues {
  const map = mapInputSchema.safeParse(server.map ?? '');
  return {
    map: map.success ? map.data : '',
    mapUrl: textOf(server.mapUrl),
    bingKey: '',
    hasBingKey: Boolean(server.bingKey),
    forgetBingKey: false,
    place: placeOf(server),
    poiLayer: textOf(server.poiLayer),
    announcement: textOf(server.announcement),
    coordinateFormat: server.coordinateFormat ?? '',
    timezone: textOf(server.timezone),
    speedUnit: server.speedUnit ?? '',
    distanceUnit: server.distanceUnit ?? '',
    volumeUnit: server.volumeUnit ?? '',
    twelveHourFormat: server.twelveHourFormat,
    forceSettings: server.forceSettings,
    readonly: server.readonly,
    deviceReadonly: server.deviceReadonly,
    limitCommands: server.limitCommands,
    deviceLimit: textOf(server.deviceLimit),
    typed: typedValuesOf(server.attributes, context),
    attributes: serverAttributes.read(server.attributes, context),
  };
}

/** 0, 0 at zoom 0 is what an installation of others has that never set one: the sea off Africa is nobody's start. */
function placeOf({ latitude, longitude, zoom }: Pick<ServerSettings, 'latitude' | 'longitude' | 'zoom'>) {
  if (!latitude && !longitude && !zoom) return { latitude: '', longitude: '', zoom: '' };
  return {
    latitude: textOfNumber(latitude),
    longitude: textOfNumber(longitude),
    zoom: textOfNumber(zoom),
  };
}

/** Empty means not set; a key that is not typed stays as it is stored. */
export function serverInputOf(
  values: ServerValues,
  context: FormContext,
  stored: ServerSettings['attributes'] = {},
): ServerSettingsInput {
  const { place, bingKey } = values;
  return {
    map: values.map || null,
    mapUrl: values.mapUrl.trim() || null,
    ...(values.forgetBingKey && { bingKey: null }),
    ...(bingKey !== '' && { bingKey }),
    latitude: numberIn(place.latitude) ?? null,
    longitude: numberIn(place.longitude) ?? null,
    zoom: numberIn(place.zoom) ?? null,
    poiLayer: values.poiLayer.trim() || null,
    announcement: values.announcement.trim() || null,
    coordinateFormat: values.coordinateFormat || null,
    timezone: values.timezone || null,
    speedUnit: values.speedUnit || null,
    distanceUnit: values.distanceUnit || null,
    volumeUnit: values.volumeUnit || null,
    twelveHourFormat: values.twelveHourFormat,
    forceSettings: values.forceSettings,
    readonly: values.readonly,
    deviceReadonly: values.deviceReadonly,
    limitCommands: values.limitCommands,
    deviceLimit: numberIn(values.deviceLimit) ?? 0,
    attributes: {
      ...serverAttributes.write(values.attributes, context),
      ...typedInputOf(values.typed, stored, context),
    },
  };
}
