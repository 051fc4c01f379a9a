/** What a person may change of himself, as the form holds it: text, with '' where nothing is chosen. */
import { passwordFault } from '@atalaia/contract/accounts/new-password';
import type { User, UserInput } from '@atalaia/contract/accounts/user';
import { coordinateFormatSchema } from '@atalaia/contract/values/values';
import { isTimezone } from '@atalaia/domain/time/zoned-time';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { type AttributePair, attributesOf, faultsOf, pairsOf } from '../../lib/attributes/attribute-pairs.ts';
import { passwordFaultTexts } from '../../lib/formats/password-fault-texts.ts';
import { phoneMask, sentOf } from '../../lib/formats/phone-mask.ts';
import { numberIn, startTexts } from '../../lib/formats/plain-number.ts';

const message = (key: PhraseKey): PhraseKey => key;

/** Attributes that are fields of their own here. */
const displayed = ['language', 'timezone', 'speedUnit', 'distanceUnit', 'volumeUnit'];

/**
 * Attributes the list does not show: the fields beside it, and what nobody but an administrator changes on himself
 * (ROLE-05).
 */
export function attributesElsewhere({ administrator, attributes }: User): ReadonlySet<string> {
  const extra = Object.keys(attributes).filter((name) => name.startsWith('full_control_'));
  const others = [
    'full_control_client_id',
    'full_control_secret_id',
    'profile',
    'payment_provider',
    'apiKeySeller',
  ];
  return new Set(administrator ? displayed : [...displayed, ...others, ...extra]);
}

const unset = z.literal('');
const numberBetween = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine((typed) => {
      const value = numberIn(typed);
      return value === undefined || (value >= least && value <= most);
    }, message('form.notANumber'));

/** Whether what is typed changes how he signs in: a new password, another login; case is none. */
export const changesSignIn = (person: User, typed: Pick<AccountForm, 'password' | 'login'>) =>
  typed.password !== '' || typed.login.trim().toLowerCase() !== (person.login ?? '').toLowerCase();

export const accountFormSchema = (person: User) =>
  accountFields(person).superRefine(({ password, currentPassword, login, name }, context) => {
    if (!changesSignIn(person, { password, login })) return;
    const fault = password === '' ? undefined : passwordFault(password, { email: person.email, login, name });
    if (fault) context.addIssue({ code: 'custom', path: ['password'], message: passwordFaultTexts[fault] });
    if (currentPassword === '')
      context.addIssue({ code: 'custom', path: ['currentPassword'], message: message('user.currentNeeded') });
  });

const accountFields = (person: User) =>
  z.object({
    name: z.string().trim().min(1, message('user.nameRequired')).max(255),
    login: z.string().trim().max(255),
    phone: z.string().trim().max(255),
    password: z.string().max(255),
    /** Asked for beside a new password or login. */
    currentPassword: z.string().max(255),
    language: z.enum(['pt-BR', 'en']),
    timezone: z.union([unset, z.string().refine(isTimezone)]),
    speedUnit: z.enum(['', 'kn', 'kmh', 'mph']),
    distanceUnit: z.enum(['', 'm', 'km', 'mi', 'nmi']),
    volumeUnit: z.enum(['', 'ltr', 'impGal', 'usGal']),
    coordinateFormat: z.union([unset, coordinateFormatSchema]),
    twelveHourFormat: z.enum(['', 'true', 'false']),
    latitude: numberBetween(-90, 90),
    longitude: numberBetween(-180, 180),
    zoom: numberBetween(0, 22),
    attributes: z
      .array(z.custom<AttributePair>())
      .refine(
        (pairs) => faultsOf(pairs, attributesElsewhere(person)).every(({ name, value }) => !name && !value),
        message('form.notTaken'),
      ),
  });

export type AccountForm = z.infer<ReturnType<typeof accountFormSchema>>;

/** The form as it opens. */
export function formOf(person: User, language: AccountForm['language']): AccountForm {
  const { attributes } = person;
  return {
    name: person.name,
    login: person.login ?? '',
    phone: phoneMask.show(person.phone ?? ''),
    password: '',
    currentPassword: '',
    language,
    timezone: isTimezone(attributes.timezone) ? attributes.timezone : '',
    speedUnit: attributes.speedUnit ?? '',
    distanceUnit: attributes.distanceUnit ?? '',
    volumeUnit: attributes.volumeUnit ?? '',
    coordinateFormat: person.coordinateFormat ?? '',
    twelveHourFormat: person.twelveHourFormat === null ? '' : `${person.twelveHourFormat}`,
    ...startTexts(person),
    attributes: pairsOf(attributes, [], attributesElsewhere(person)),
  };
}

/** What is sent. Attributes are replaced whole, so that those the form does not show go along as they are. */
export function inputOf(person: User, form: AccountForm): UserInput {
  const elsewhere = attributesElsewhere(person);
  const hidden = Object.entries(person.attributes).filter(
    ([name]) => elsewhere.has(name) && !displayed.includes(name),
  );
  return {
    name: form.name,
    email: person.email,
    login: form.login || null,
    phone: sentOf(phoneMask, form.phone, person.phone) || null,
    ...(form.password !== '' && { password: form.password }),
    ...(changesSignIn(person, form) && { currentPassword: form.currentPassword }),
    coordinateFormat: form.coordinateFormat || null,
    twelveHourFormat: form.twelveHourFormat === '' ? null : form.twelveHourFormat === 'true',
    latitude: numberIn(form.latitude) ?? 0,
    longitude: numberIn(form.longitude) ?? 0,
    zoom: numberIn(form.zoom) ?? 0,
    attributes: {
      ...Object.fromEntries(hidden),
      ...attributesOf(form.attributes),
      language: form.language,
      ...(form.timezone && { timezone: form.timezone }),
      ...(form.speedUnit && { speedUnit: form.speedUnit }),
      ...(form.distanceUnit && { distanceUnit: form.distanceUnit }),
      ...(form.volumeUnit && { volumeUnit: form.volumeUnit }),
    },
  };
}
