/** A user as the form holds him: texts as they are read, '' for what is not set. */

import { passwordFault } from '@atalaia/contract/accounts/new-password';
import {
  deskRoleSchema,
  type User,
  type UserInput,
  type userAttributesSchema,
} from '@atalaia/contract/accounts/user';
import { coordinateFormatSchema } from '@atalaia/contract/values/values';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { passwordFaultTexts } from '../../lib/formats/password-fault-texts.ts';
import { phoneMask, sentOf } from '../../lib/formats/phone-mask.ts';
import { numberIn, startTexts } from '../../lib/formats/plain-number.ts';
import { ownAttributes } from '../../resources/attributes/own-attributes.tsx';
import {
  optionalNumber,
  optionalText,
  referenceIn,
  requiredEmail,
  requiredText,
  textOf,
  textOfReference,
} from '../../resources/form/field-values.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';

/** Attributes that the form shows as fields of their own. */
const shownAttributes = [
  'profile',
  'timezone',
  'language',
  'speedUnit',
  'distanceUnit',
  'volumeUnit',
] as const satisfies readonly (keyof typeof userAttributesSchema.shape)[];

export const userAttributes = ownAttributes('user', shownAttributes);

const message = (key: PhraseKey): PhraseKey => key;

/** USR-01, USR-03: all that is wrong at once; a password is needed for a new user and kept when none is typed. */
export function userValuesSchema(context: FormContext, row: User | undefined) {
  return userFields(context, row).superRefine((values, refusal) => {
    const fault = values.password === '' ? undefined : passwordFault(values.password, values);
    if (fault) refusal.addIssue({ code: 'custom', path: ['password'], message: passwordFaultTexts[fault] });
    if (needsCurrentPassword(values, row, context) && values.currentPassword === '')
      refusal.addIssue({ code: 'custom', path: ['currentPassword'], message: message('user.currentNeeded') });
  });
}

/** Of one's own e-mail, login and password: others are not asked for a password that is not theirs. */
export function needsCurrentPassword(
  { email, login, password }: Pick<UserValues, 'email' | 'login' | 'password'>,
  row: User | undefined,
  { person }: Pick<FormContext, 'person'>,
): boolean {
  if (row?.id !== person.id) return false;
  const isOther = (typed: string, stored: string) => typed.trim().toLowerCase() !== stored.toLowerCase();
  return password !== '' || isOther(email, row.email) || isOther(login, row.login ?? '');
}

function userFields({ settings: { timezone } }: FormContext, row: User | undefined) {
  const limit = optionalNumber({ whole: true, least: -1, most: 2_147_483_647 });
  const password = z.string().max(255, message('form.textTooLong'));
  return z.object({
    name: requiredText('user.nameRequired'),
    email: requiredEmail('user.emailRequired'),
    login: optionalText(),
    phone: optionalText(),
    password: password.superRefine((typed, context) => {
      if (typed === '' && row) return;
      if (typed === '') context.addIssue({ code: 'custom', message: message('form.required') });
    }),
    currentPassword: password,
    customerId: z.string(),
    companyId: z.string(),
    expirationTime: z.string().superRefine((typed, context) => {
      if (typed.trim() === '' || parseFormInstant(typed, timezone) !== undefined) return;
      context.addIssue({ code: 'custom', message: message('form.notADate') });
    }),
    deviceLimit: limit,
    userLimit: limit,
    disabled: z.boolean(),
    profile: z.string(),
    administrator: z.boolean(),
    /** '' leaves it to the server: a new monitor begins as operator. */
    deskRole: z.union([deskRoleSchema, z.literal('')]),
    readonly: z.boolean(),
    deviceReadonly: z.boolean(),
    limitCommands: z.boolean(),
    language: z.string(),
    timezone: z.string(),
    speedUnit: z.string(),
    distanceUnit: z.string(),
    volumeUnit: z.string(),
    coordinateFormat: z.string(),
    twelveHourFormat: z.string(),
    map: z.string(),
    latitude: optionalNumber({ least: -90, most: 90, bounds: 'server.latitudeRange' }),
    longitude: optionalNumber({ least: -180, most: 180, bounds: 'server.longitudeRange' }),
    zoom: optionalNumber({ least: 0, most: 22 }),
    poiLayer: optionalText(),
    attributes: userAttributes.schema,
  });
}

export type UserValues = z.infer<ReturnType<typeof userFields>>;

/** The form as it opens. A new user begins as his maker is bound, and with limits of 0 (USR-01). */
export function userValuesOf(row: User | undefined, context: FormContext): UserValues {
  const { person, settings } = context;
  const binds = row === undefined && !person.administrator;
  const expiry = row ? row.expirationTime : binds ? person.expirationTime : null;
  const { attributes } = row ?? { attributes: {} };
  return {
    name: textOf(row?.name),
    email: textOf(row?.email),
    login: textOf(row?.login),
    phone: phoneMask.show(textOf(row?.phone)),
    password: '',
    currentPassword: '',
    customerId: textOfReference(row?.customerId),
    companyId: textOfReference(row?.companyId),
    expirationTime: expiry ? formatInstant(Date.parse(expiry), 'formDateTime', settings.timezone) : '',
    deviceLimit: textOf(row?.deviceLimit ?? 0),
    userLimit: textOf(row?.userLimit ?? 0),
    disabled: row?.disabled ?? false,
    administrator: row?.administrator ?? false,
    deskRole: row?.deskRole ?? '',
    readonly: row?.readonly ?? false,
    deviceReadonly: row?.deviceReadonly ?? (binds && person.deviceReadonly),
    limitCommands: row?.limitCommands ?? (binds && person.limitCommands),
    coordinateFormat: textOf(row?.coordinateFormat),
    twelveHourFormat: textOf(row?.twelveHourFormat),
    map: textOf(row?.map),
    ...startTexts(row),
    poiLayer: textOf(row?.poiLayer),
    ...shownOf(attributes),
    attributes: userAttributes.read(attributes, context),
  };
}

function shownOf(attributes: Readonly<Record<string, unknown>>) {
  const [profile, timezone, language, speedUnit, distanceUnit, volumeUnit] = shownAttributes.map((name) =>
    textOf(attributes[name]),
  ) as [string, string, string, string, string, string];
  return { profile, timezone, language, speedUnit, distanceUnit, volumeUnit };
}

/** What is sent: an expiry that nobody changed as it was, empty numbers as 0, no password where none was typed. */
export function userInputOf(values: UserValues, row: User | undefined, context: FormContext): UserInput {
  const before = row && userValuesOf(row, context);
  const shown = Object.fromEntries(
    shownAttributes.filter((name) => values[name] !== '').map((name) => [name, values[name]]),
  );
  const expiryMs = parseFormInstant(values.expirationTime, context.settings.timezone);
  const isSameExpiry = before?.expirationTime === values.expirationTime;
  return {
    name: values.name,
    email: values.email,
    login: values.login || null,
    phone: sentOf(phoneMask, values.phone, row?.phone) || null,
    ...(values.password !== '' && { password: values.password }),
    ...(needsCurrentPassword(values, row, context) && { currentPassword: values.currentPassword }),
    customerId: referenceIn(values.customerId),
    ...(context.profile === 'admin' && { companyId: referenceIn(values.companyId) }),
    expirationTime: isSameExpiry
      ? (row?.expirationTime ?? null)
      : expiryMs === undefined
        ? null
        : new Date(expiryMs).toISOString(),
    deviceLimit: numberIn(values.deviceLimit) ?? 0,
    userLimit: numberIn(values.userLimit) ?? 0,
    disabled: values.disabled,
    administrator: values.administrator,
    ...(values.deskRole !== '' && context.profile === 'admin' && { deskRole: values.deskRole }),
    readonly: values.readonly,
    deviceReadonly: values.deviceReadonly,
    limitCommands: values.limitCommands,
    coordinateFormat: coordinateFormatSchema.safeParse(values.coordinateFormat).data ?? null,
    twelveHourFormat: values.twelveHourFormat === '' ? null : values.twelveHourFormat === 'true',
    map: values.map === '' ? null : (values.map as UserInput['map']),
    latitude: numberIn(values.latitude) ?? 0,
    longitude: numberIn(values.longitude) ?? 0,
    zoom: numberIn(values.zoom) ?? 0,
    poiLayer: values.poiLayer || null,
    attributes: { ...userAttributes.write(values.attributes, context), ...shown },
  };
}
