/** A customer as the form holds him: texts as they are read, masks included. */
import {
  type Customer,
  type CustomerInput,
  customerCategorySchema,
  customerStatusSchema,
  customerTypeSchema,
} from '@atalaia/contract/accounts/customer';
import { states } from '@atalaia/domain/catalog/states';
import {
  type CustomerType,
  formatCustomerDocument,
  isCustomerDocument,
  normaliseCustomerDocument,
} from '@atalaia/domain/documents/customer-document';
import { formatCep, isCep, normaliseCep } from '@atalaia/domain/documents/mask';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { phoneMask, sentOf, type TextMask } from '../../lib/formats/phone-mask.ts';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { ownAttributes } from '../../resources/attributes/own-attributes.tsx';
import {
  optionalEmail,
  optionalText,
  referenceIn,
  requiredEmail,
  requiredText,
  textOf,
  textOfReference,
} from '../../resources/form/field-values.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';

/** How a customer's numbers are shown and what of them is sent: masks to read, digits to store (CUS-01). */
/** The type switches the mask: F 999.999.999-99, J 99.999.999/9999-99, letters in its first twelve places too. */
export function documentMask(type: CustomerType): TextMask {
  return {
    show: (text) => formatCustomerDocument(text, type),
    bare: (text) => normaliseCustomerDocument(text, type),
    oddity: (text) =>
      text.trim() === '' || isCustomerDocument(text, type) ? undefined : 'form.checkDigitDiffers',
  };
}

/** 99999-999 */
export const postalCodeMask: TextMask = {
  show: formatCep,
  bare: normaliseCep,
  oddity: (text) => (text.trim() === '' || isCep(text) ? undefined : 'customer.postalCodeDiffers'),
};

export const customerAttributes = ownAttributes('customer');

const message = (key: PhraseKey): PhraseKey => key;

const chosen = <Options extends z.ZodEnum>(options: Options, missing: PhraseKey) =>
  z.string().refine((value) => options.safeParse(value).success, missing);

const dateIn = (zone: string, missing?: PhraseKey) =>
  z.string().superRefine((typed, context) => {
    const isEmpty = typed.trim() === '';
    const fault = isEmpty ? missing : parseFormInstant(typed, zone) === undefined && message('form.notADate');
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** Longest notes the API keeps, characters. */
const longestNotes = 10_000;

/** The source's required fields with its messages, all shown at once (CUS-01). */
export function customerValuesSchema({ settings: { timezone } }: FormContext) {
  return z.object({
    type: chosen(customerTypeSchema, message('customer.typeRequired')),
    cpfCnpj: requiredText('customer.cpfCnpjRequired'),
    name: requiredText('customer.nameRequired'),
    postalCode: requiredText('customer.postalCodeRequired'),
    street: requiredText('customer.streetRequired'),
    number: requiredText('customer.numberRequired'),
    complement: optionalText(),
    neighborhood: requiredText('customer.neighborhoodRequired'),
    city: requiredText('customer.cityRequired'),
    state: chosen(z.enum(states), message('customer.stateRequired')),
    phone: requiredText('customer.phoneRequired'),
    cellphone: optionalText(),
    notificationEmail: requiredEmail('customer.notificationEmailRequired'),
    secondaryEmail: optionalEmail(),
    category: chosen(customerCategorySchema, message('customer.categoryRequired')),
    status: chosen(customerStatusSchema, message('customer.statusRequired')),
    groupId: z.string(),
    registrationDate: dateIn(timezone, message('customer.registrationDateRequired')),
    expirationDate: dateIn(timezone),
    invoiceDay: z.string().refine(isDayOfMonth, message('customer.invoiceDayRange')),
    notes: optionalText(longestNotes),
    disabled: z.boolean(),
    /** Nothing is typed there: the customer's state at the payment provider. */
    payment: z.literal(''),
    attributes: customerAttributes.schema,
  });
}

export type CustomerValues = z.infer<ReturnType<typeof customerValuesSchema>>;

function isDayOfMonth(typed: string): boolean {
  const day = numberIn(typed);
  return day === undefined || (Number.isInteger(day) && day >= 1 && day <= 31);
}

/** The form as it opens; a new customer is a person (CUS-01). */
export function customerValuesOf(row: Customer | undefined, context: FormContext): CustomerValues {
  const { timezone } = context.settings;
  const dateOf = (instant: string | null | undefined) =>
    instant ? formatInstant(Date.parse(instant), 'formDate', timezone) : '';
  const type = row?.type ?? 'F';
  return {
    type,
    cpfCnpj: documentMask(type).show(row?.cpfCnpj ?? ''),
    name: textOf(row?.name),
    postalCode: postalCodeMask.show(row?.postalCode ?? ''),
    street: textOf(row?.street),
    number: textOf(row?.number),
    complement: textOf(row?.complement),
    neighborhood: textOf(row?.neighborhood),
    city: textOf(row?.city),
    state: textOf(row?.state),
    phone: phoneMask.show(row?.phone ?? ''),
    cellphone: phoneMask.show(row?.cellphone ?? ''),
    notificationEmail: textOf(row?.notificationEmail),
    secondaryEmail: textOf(row?.secondaryEmail),
    category: row ? textOf(row.category) : 'client',
    status: row ? textOf(row.status) : 'active',
    groupId: textOfReference(row?.groupId),
    registrationDate: dateOf(row?.registrationDate ?? new Date().toISOString()),
    expirationDate: dateOf(row?.expirationDate),
    invoiceDay: textOf(row?.invoiceDay),
    notes: textOf(row?.notes),
    disabled: row?.disabled ?? false,
    payment: '',
    attributes: customerAttributes.read(row?.attributes, context),
  };
}

/** What is sent: digits where a mask was shown, and the instants of days that nobody changed as they were. */
export function customerInputOf(
  values: CustomerValues,
  row: Customer | undefined,
  context: FormContext,
): CustomerInput {
  const before = row && customerValuesOf(row, context);
  const type = customerTypeSchema.parse(values.type);
  const instantOf = (name: 'registrationDate' | 'expirationDate') => {
    if (before && values[name] === before[name]) return row[name];
    const ms = parseFormInstant(values[name], context.settings.timezone);
    return ms === undefined ? null : new Date(ms).toISOString();
  };
  return {
    type,
    cpfCnpj: sentOf(documentMask(type), values.cpfCnpj, row?.type === type ? row.cpfCnpj : undefined),
    name: values.name,
    postalCode: sentOf(postalCodeMask, values.postalCode, row?.postalCode),
    street: values.street,
    number: values.number,
    complement: values.complement || null,
    neighborhood: values.neighborhood,
    city: values.city,
    state: values.state,
    phone: sentOf(phoneMask, values.phone, row?.phone),
    cellphone: sentOf(phoneMask, values.cellphone, row?.cellphone) || null,
    notificationEmail: values.notificationEmail,
    secondaryEmail: values.secondaryEmail || null,
    category: customerCategorySchema.parse(values.category),
    status: customerStatusSchema.parse(values.status),
    groupId: referenceIn(values.groupId),
    registrationDate: row ? instantOf('registrationDate') : new Date().toISOString(),
    expirationDate: instantOf('expirationDate'),
    invoiceDay: numberIn(values.invoiceDay) ?? null,
    notes: values.notes || null,
    disabled: values.disabled,
    attributes: customerAttributes.write(values.attributes, context),
  };
}
