/** The form of a customer: every field of the source (CUS-01). */
import {
  type Customer,
  customerCategorySchema,
  customerStatusSchema,
  customerTypeSchema,
} from '@atalaia/contract/accounts/customer';
import { states } from '@atalaia/domain/catalog/states';
import type { FieldValues } from 'react-hook-form';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { phoneMask } from '../../lib/formats/phone-mask.ts';
import type {
  Followed,
  FormContext,
  FormDefinition,
  FormField,
} from '../../resources/form/form-definition.ts';
import type { CellTexts } from '../../resources/resource.ts';
import {
  type CustomerValues,
  customerAttributes,
  customerInputOf,
  customerValuesOf,
  customerValuesSchema,
  documentMask,
  postalCodeMask,
} from './customer-values.ts';
import {
  fieldFaultText,
  paymentFaultText,
  paymentProviderOf,
  readPaymentLink,
} from './payments/payment-link.ts';
import { PaymentPanel } from './payments/payment-panel.tsx';
import { PostalCodeField } from './postal-code-field.tsx';

export const categoryOptions = ({ text }: Pick<CellTexts, 'text'>) =>
  customerCategorySchema.options.map((value) => ({ value, label: text(`customerCategory.${value}`) }));

export const statusOptions = ({ text }: Pick<CellTexts, 'text'>) =>
  customerStatusSchema.options.map((value) => ({ value, label: text(`customerStatus.${value}`) }));

type Field = FormField<Customer, CustomerValues>;

const maskOf = ({ type }: FieldValues) => documentMask(type === 'J' ? 'J' : 'F');

const identity: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'customer.name', required: true, wide: true },
  {
    kind: 'select',
    name: 'type',
    label: 'customer.type',
    required: true,
    options: ({ text }) =>
      customerTypeSchema.options.map((value) => ({ value, label: text(`customer.type${value}`) })),
  },
  {
    kind: 'text',
    name: 'cpfCnpj',
    label: 'customer.cpfCnpj',
    required: true,
    mask: (values) => maskOf(values).show,
    warning: (values) => maskOf(values).oddity(values.cpfCnpj),
  },
];

const address: readonly Field[] = [
  {
    kind: 'custom',
    name: 'postalCode',
    label: 'customer.postalCode',
    required: true,
    Field: PostalCodeField,
    warning: ({ postalCode }) => postalCodeMask.oddity(postalCode),
  },
  { kind: 'text', name: 'street', label: 'customer.street', required: true, wide: true },
  { kind: 'text', name: 'number', label: 'customer.number', required: true },
  { kind: 'text', name: 'complement', label: 'customer.complement' },
  { kind: 'text', name: 'neighborhood', label: 'customer.neighborhood', required: true },
  { kind: 'text', name: 'city', label: 'customer.city', required: true },
  {
    kind: 'select',
    name: 'state',
    label: 'customer.state',
    required: true,
    searchable: true,
    options: ({ text }) => states.map((value) => ({ value, label: `${value} · ${text(`state.${value}`)}` })),
  },
];

const contact: readonly Field[] = [
  {
    kind: 'text',
    name: 'phone',
    label: 'customer.phone',
    required: true,
    inputMode: 'tel',
    mask: () => phoneMask.show,
    warning: ({ phone }) => phoneMask.oddity(phone),
  },
  {
    kind: 'text',
    name: 'cellphone',
    label: 'customer.cellphone',
    inputMode: 'tel',
    mask: () => phoneMask.show,
    warning: ({ cellphone }) => phoneMask.oddity(cellphone),
  },
  {
    kind: 'text',
    name: 'notificationEmail',
    label: 'customer.notificationEmail',
    required: true,
    inputMode: 'email',
  },
  { kind: 'text', name: 'secondaryEmail', label: 'customer.secondaryEmail', inputMode: 'email' },
];

const contract: readonly Field[] = [
  {
    kind: 'select',
    name: 'category',
    label: 'customer.category',
    required: true,
    options: categoryOptions,
  },
  {
    kind: 'select',
    name: 'status',
    label: 'customer.status',
    required: true,
    options: statusOptions,
  },
  { kind: 'reference', name: 'groupId', label: 'customer.group', path: 'groups' },
  { kind: 'number', name: 'invoiceDay', label: 'customer.invoiceDay' },
  {
    kind: 'date',
    name: 'registrationDate',
    label: 'customer.registrationDate',
    required: true,
    // of a new one it is the moment it is saved
    readOnly: (_context, row) => row === undefined,
  },
  { kind: 'date', name: 'expirationDate', label: 'customer.expirationDate' },
  { kind: 'long-text', name: 'notes', label: 'customer.notes' },
  { kind: 'switch', name: 'disabled', label: 'customer.disabled' },
];

export const customerForm: FormDefinition<Customer, CustomerValues> = {
  titles: { add: 'customer.new', edit: 'customer.edit' },
  sections: [
    { title: 'customer.sectionIdentity', fields: identity },
    { title: 'customer.sectionAddress', fields: address },
    { title: 'customer.sectionContact', fields: contact },
    { title: 'customer.sectionContract', fields: contract },
    {
      title: 'payment.section',
      when: ({ person }, row) => row !== undefined && paymentProviderOf(person) !== undefined,
      fields: [
        { kind: 'custom', name: 'payment', label: 'payment.section', wide: true, Field: PaymentPanel },
      ],
    },
    customerAttributes.section(),
  ],
  schema: customerValuesSchema,
  valuesOf: customerValuesOf,
  inputOf: customerInputOf,
  follow: followPayment,
  fieldOf: (path) => (path === 'SecondaryEmail' ? 'secondaryEmail' : undefined),
};

/** Waits for the provider's word on a customer who was just saved; undefined where it took him, or none is asked (CUS-03). */
async function followPayment(
  saved: Customer,
  { person, text }: FormContext,
  api: ApiClient,
): Promise<Followed | undefined> {
  if (paymentProviderOf(person) === undefined) return undefined;
  const link = await readPaymentLink(api, saved.id).catch(() => undefined);
  if (!link) return { refusal: text('payment.unknown'), faults: new Map() };
  if (link.state !== 'failed') return undefined;
  return {
    refusal: paymentFaultText(link, text),
    faults: new Map(link.fields.map(({ path, message }) => [path, fieldFaultText(message, text)])),
  };
}
