import {
  type Responder,
  type ResponderInput,
  responderKindSchema,
  responderSchema,
} from '@atalaia/contract/rules/responder';
import { z } from 'zod';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import {
  optionalNumber,
  optionalText,
  referenceIn,
  requiredText,
  textOf,
  textOfReference,
} from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';

const price = () => optionalNumber({ least: 0, most: 1_000_000 });

const schema = z.object({
  name: requiredText('responder.nameRequired'),
  kind: requiredText('responder.kindRequired'),
  phone: requiredText('responder.phoneRequired'),
  otherPhone: optionalText(),
  area: optionalText(),
  hours: optionalText(),
  latitude: optionalNumber({ least: -90, most: 90, bounds: 'server.latitudeRange' }),
  longitude: optionalNumber({ least: -180, most: 180, bounds: 'server.longitudeRange' }),
  deviceId: z.string(),
  /** In reais. */
  callOutPrice: price(),
  kmPrice: price(),
  authorizationNumber: optionalText(),
  authorizedUntil: z.string().refine((typed) => typed === '' || dayOf(typed) !== undefined, 'form.notADate'),
});

type ResponderValues = z.infer<typeof schema>;

/** A provider or an own agent of the prompt response (COCK-02). */
const respondersForm: FormDefinition<Responder, ResponderValues> = {
  titles: { add: 'responder.new', edit: 'responder.edit' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'responder.name', required: true },
        {
          kind: 'select',
          name: 'kind',
          label: 'responder.kind',
          required: true,
          options: ({ text }) =>
            responderKindSchema.options.map((value) => ({ value, label: text(`responderKind.${value}`) })),
        },
        { kind: 'text', name: 'phone', label: 'responder.phone', required: true, inputMode: 'tel' },
        { kind: 'text', name: 'otherPhone', label: 'responder.otherPhone', inputMode: 'tel' },
        { kind: 'text', name: 'area', label: 'responder.area' },
        { kind: 'text', name: 'hours', label: 'responder.hours' },
      ],
    },
    {
      title: 'responder.place',
      fields: [
        { kind: 'reference', name: 'deviceId', label: 'responder.device', path: 'devices', wide: true },
        { kind: 'number', name: 'latitude', label: 'responder.latitude' },
        { kind: 'number', name: 'longitude', label: 'responder.longitude' },
      ],
    },
    {
      title: 'responder.contract',
      fields: [
        { kind: 'number', name: 'callOutPrice', label: 'responder.callOutPrice', unit: () => 'R$' },
        { kind: 'number', name: 'kmPrice', label: 'responder.kmPrice', unit: () => 'R$' },
        { kind: 'text', name: 'authorizationNumber', label: 'responder.authorizationNumber' },
        { kind: 'date', name: 'authorizedUntil', label: 'responder.authorizedUntil' },
      ],
    },
  ],
  valuesOf: (row) => ({
    name: textOf(row?.name),
    kind: row?.kind ?? 'provider',
    phone: textOf(row?.phone),
    otherPhone: textOf(row?.otherPhone),
    area: textOf(row?.area),
    hours: textOf(row?.hours),
    latitude: textOf(row?.latitude),
    longitude: textOf(row?.longitude),
    deviceId: textOfReference(row?.deviceId),
    callOutPrice: shownPrice(row?.callOutCents),
    kmPrice: shownPrice(row?.kmCents),
    authorizationNumber: textOf(row?.authorizationNumber),
    authorizedUntil: shownDate(row?.authorizedUntil ?? null) ?? '',
  }),
  inputOf: (values, row): ResponderInput => ({
    name: values.name,
    kind: values.kind as ResponderInput['kind'],
    phone: values.phone,
    otherPhone: values.otherPhone || null,
    area: values.area || null,
    hours: values.hours || null,
    latitude: numberIn(values.latitude) ?? null,
    longitude: numberIn(values.longitude) ?? null,
    deviceId: referenceIn(values.deviceId),
    callOutCents: centsIn(values.callOutPrice),
    kmCents: centsIn(values.kmPrice),
    authorizationNumber: values.authorizationNumber || null,
    authorizedUntil: dayOf(values.authorizedUntil) ?? null,
    attributes: row?.attributes ?? {},
  }),
};

const shownPrice = (cents: number | null | undefined) =>
  textOfNumber(cents === null || cents === undefined ? undefined : cents / 100);

function centsIn(typed: string): number | null {
  const price = numberIn(typed);
  return price === undefined ? null : Math.round(price * 100);
}

/** `2026-11-23` as forms show a day. */
function shownDate(day: string | null): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? [];
  return year ? `${date}/${month}/${year}` : null;
}

/** The day that was typed; undefined for none. */
function dayOf(typed: string): string | undefined {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed.trim()) ?? [];
  if (!year) return undefined;
  const day = `${year}-${month}-${date}`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day) ? undefined : day;
}

/** The directory of the prompt response (COCK-02). */
export const responders: Resource<Responder, ResponderValues> = {
  title: 'responder.title',
  path: 'responders',
  schema: responderSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'responder.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'kind',
      title: 'responder.kind',
      sort: 'kind',
      cell: ({ kind }, { text }) => text(`responderKind.${kind}`),
    },
    { key: 'phone', title: 'responder.phone', cell: ({ phone }) => phone },
    { key: 'area', title: 'responder.area', sort: 'area', optional: 860, cell: ({ area }) => area },
    {
      key: 'authorizedUntil',
      title: 'responder.authorizedUntil',
      sort: 'authorizedUntil',
      muted: true,
      cell: ({ authorizedUntil }) => shownDate(authorizedUntil),
    },
  ],
  form: respondersForm,
};
