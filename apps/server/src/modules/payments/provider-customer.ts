/** A customer as the provider takes him, and its fields as the customer's form knows them. */
import type { FieldError } from '@atalaia/contract/errors';
import type { PaymentCustomerInput } from '@atalaia/contract/payment-provider';
import type { Selectable } from 'kysely';
import type { CustomersTable } from '../../db/schema.ts';

/** `cc_email` and `notes` go as empty text when absent (CUS-03); numbers without their masks. */
export function providerCustomer(customer: Selectable<CustomersTable>): PaymentCustomerInput {
  return {
    cc_email: customer.secondary_email ?? '',
    email: customer.notification_email ?? '',
    full_name: customer.name,
    cpf_cnpj: customer.cpf_cnpj,
    phone_number: digitsOf(customer.phone),
    postal_code: digitsOf(customer.postal_code),
    number: customer.number ?? '',
    neighborhood: customer.neighborhood ?? '',
    complement: customer.complement || null,
    street: customer.street ?? '',
    city: customer.city ?? '',
    state: customer.state ?? '',
    type: customer.type,
    notes: customer.notes ?? '',
  };
}

const fieldNames: Readonly<Record<string, string>> = {
  cc_email: 'secondaryEmail',
  email: 'notificationEmail',
  full_name: 'name',
  name: 'name',
  cpf_cnpj: 'cpfCnpj',
  phone_number: 'phone',
  postal_code: 'postalCode',
  ...Object.fromEntries(
    ['number', 'neighborhood', 'complement', 'street', 'city', 'state', 'type', 'notes'].map((same) => [
      same,
      same,
    ]),
  ),
};

/** What the provider says of fields, at the customer's own; the rest as words. */
export function customerFaults(fields: ReadonlyMap<string, string>, words: string | undefined) {
  const known: FieldError[] = [];
  const rest: string[] = words ? [words] : [];
  for (const [name, message] of fields) {
    const path = Object.hasOwn(fieldNames, name) ? fieldNames[name] : undefined;
    if (path) known.push({ path, message });
    else rest.push(message ? `${name}: ${message}` : name);
  }
  return { fields: known, words: rest.length > 0 ? rest.join(' ') : null };
}

/** A document without its mask, as customers bear it here. */
export function bareText(text: string): string {
  return text.replaceAll(/[^a-z\d]/gi, '').toUpperCase();
}

function digitsOf(text: string | null): string {
  return (text ?? '').replaceAll(/\D/g, '');
}
