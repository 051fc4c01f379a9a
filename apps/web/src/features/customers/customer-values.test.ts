import { type Customer, customerInputSchema } from '@atalaia/contract/accounts/customer';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { createFormats } from '../../lib/formats/formats.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { customerForm } from './customer-form.ts';

const settings = resolveSettings({ timezone: 'America/Fortaleza' });
const context = {
  settings,
  formats: createFormats(settings, 'pt-BR'),
  text: (key: string) => key,
} as FormContext;

const stored: Customer = {
  id: 7,
  groupId: 3,
  cpfCnpj: '52998224725',
  type: 'F',
  name: 'Maria do Socorro',
  street: 'Rua Padre Valdevino',
  number: '77',
  complement: null,
  neighborhood: 'Joaquim Távora',
  city: 'Fortaleza',
  state: 'CE',
  postalCode: '60135040',
  phone: '8533334444',
  cellphone: '85999998888',
  notificationEmail: 'maria@example.com',
  secondaryEmail: null,
  category: 'client',
  status: 'active',
  notes: null,
  disabled: false,
  registrationDate: '2026-03-04T15:16:17.000Z',
  expirationDate: null,
  invoiceDay: 10,
  attributes: { colour: 'blue' },
};

const opened = customerForm.valuesOf(stored, context);
const faultsOf = (values: object, row?: Customer) =>
  customerForm
    .schema(context, row)
    .safeParse({ ...customerForm.valuesOf(row, context), ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

test('[CUS-01] an empty form tells every required field at once, in the words of the source, and a person is its type', () => {
  expect(faultsOf({ category: '', status: '' })).toEqual([
    ['cpfCnpj', 'customer.cpfCnpjRequired'],
    ['name', 'customer.nameRequired'],
    ['postalCode', 'customer.postalCodeRequired'],
    ['street', 'customer.streetRequired'],
    ['number', 'customer.numberRequired'],
    ['neighborhood', 'customer.neighborhoodRequired'],
    ['city', 'customer.cityRequired'],
    ['state', 'customer.stateRequired'],
    ['phone', 'customer.phoneRequired'],
    ['notificationEmail', 'customer.notificationEmailRequired'],
    ['category', 'customer.categoryRequired'],
    ['status', 'customer.statusRequired'],
  ]);
  const fresh = customerForm.valuesOf(undefined, context);
  expect([fresh.type, fresh.category, fresh.status]).toEqual(['F', 'client', 'active']);
  expect(faultsOf({ type: '', registrationDate: '' }, stored)).toEqual([
    ['type', 'customer.typeRequired'],
    ['registrationDate', 'customer.registrationDateRequired'],
  ]);
});

test('[CUS-04] a wrong check digit, an odd phone and half a postal code are no faults', () => {
  expect(faultsOf({ cpfCnpj: '529.982.247-24', phone: '123', postalCode: '60' }, stored)).toEqual([]);
});

test('[CUS-01] a day of invoice is 1 to 31, and dates and addresses are read', () => {
  const odd = { invoiceDay: '32', expirationDate: '31/02/2026', secondaryEmail: 'maria', state: 'XX' };
  expect(faultsOf(odd, stored)).toEqual([
    ['state', 'customer.stateRequired'],
    ['secondaryEmail', 'form.notAnEmail'],
    ['expirationDate', 'form.notADate'],
    ['invoiceDay', 'customer.invoiceDayRange'],
  ]);
  expect(faultsOf({ invoiceDay: '', expirationDate: '28/02/2027' }, stored)).toEqual([]);
});

test('[CUS-01] a form that nothing was changed in sends the customer as he is stored', () => {
  const { id: _, ...rest } = stored;
  const input = customerForm.inputOf(opened, stored, context);
  expect(input).toEqual(rest);
  expect(customerInputSchema.parse(input)).toEqual(rest);
  expect(opened).toMatchObject({
    cpfCnpj: '529.982.247-25',
    postalCode: '60135-040',
    phone: '(85) 3333-4444',
    cellphone: '(85) 99999-8888',
    registrationDate: '04/03/2026',
  });
});

test('[CUS-01] digits are sent of what is masked, and a day that is typed is its midnight in the person’s zone', () => {
  const values = {
    ...opened,
    type: 'J',
    cpfCnpj: '12.ABC.345/01DE-35',
    postalCode: '60311-280',
    cellphone: '',
    registrationDate: '05/03/2026',
    expirationDate: '01/01/2027',
    groupId: '',
  };
  expect(customerForm.inputOf(values, stored, context)).toMatchObject({
    type: 'J',
    cpfCnpj: '12ABC34501DE35',
    postalCode: '60311280',
    cellphone: null,
    groupId: 0,
    registrationDate: '2026-03-05T03:00:00.000Z',
    expirationDate: '2027-01-01T03:00:00.000Z',
  });
});

test('[CUS-01] a new customer is registered at the moment he is saved', () => {
  const before = Date.now();
  const { registrationDate } = customerForm.inputOf(opened, undefined, context) as {
    registrationDate: string;
  };
  expect(Date.parse(registrationDate)).toBeGreaterThanOrEqual(before);
  expect(new Date(registrationDate).toISOString()).toBe(registrationDate);
});
