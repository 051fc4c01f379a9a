/** A customer as the provider takes him, and its fields as the customer's form knows them. */
import type { FieldError } from '@atalaia/contract/errors';
import type { PaymentCustomerInput } from '@atalaia/contract/providers/payment-provider';
import type { Selectable } from 'kysely';
import type { CustomersTable } from '../../platform/db/schema.ts';

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

/** The form's fields by the names that providers call them by, without capitals, blanks and strokes. */
const fieldNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    secondaryEmail: ['ccemail', 'emailcc', 'ccemails', 'secondaryemail'],
    notificationEmail: ['email', 'mail', 'emailaddress', 'notificationemail'],
    name: ['fullname', 'name', 'nome', 'nomecompleto', 'razaosocial'],
    cpfCnpj: ['cpfcnpj', 'cpf', 'cnpj', 'document', 'documentnumber', 'documento', 'taxid', 'taxpayerid'],
    phone: ['phonenumber', 'phone', 'telephone', 'telefone', 'mobilephone', 'celular', 'cellphone'],
    postalCode: ['postalcode', 'zipcode', 'zip', 'cep', 'postcode'],
    number: ['number', 'streetnumber', 'addressnumber', 'numero'],
    neighborhood: ['neighborhood', 'neighbourhood', 'district', 'bairro'],
    complement: ['complement', 'addresscomplement', 'complemento'],
    street: ['street', 'streetname', 'address', 'rua', 'logradouro', 'endereco'],
    city: ['city', 'cidade', 'town', 'municipio'],
    state: ['state', 'uf', 'estado', 'province'],
    type: ['type', 'persontype', 'customertype', 'tipo'],
    notes: ['notes', 'note', 'observations', 'observacoes', 'comments'],
  }).flatMap(([path, names]) => names.map((name) => [name, path] as const)),
);

const longestWords = 500;

/** What the provider says of fields, at the customer's own; the rest as words. */
export function customerFaults(fields: ReadonlyMap<string, string>, words: string | null) {
  const known = new Map<string, string>();
  const rest: string[] = words ? [words] : [];
  for (const [name, message] of fields) {
    const path = fieldNames.get(bareText(name).toLowerCase());
    if (path) known.set(path, bounded([known.get(path), message].filter(Boolean).join(' ')));
    else rest.push(message ? `${name}: ${message}` : name);
  }
  return {
    fields: [...known].map(([path, message]): FieldError => ({ path, message })),
    words: bounded(rest.join(' ')) || null,
  };
}

/** Clean words that were put together; the cut leaves no half character. */
function bounded(words: string): string {
  return words.slice(0, longestWords).replaceAll(/\p{Surrogate}/gu, '');
}

/** A document without its mask, as customers bear it here. */
export function bareText(text: string): string {
  return text.replaceAll(/[^a-z\d]/gi, '').toUpperCase();
}

function digitsOf(text: string | null): string {
  return (text ?? '').replaceAll(/\D/g, '');
}
