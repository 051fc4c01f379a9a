/** A client of the provider beside a customer here. */
import type { CustomerInput } from '@atalaia/contract/customer';
import type { Values } from './merge-fields.ts';
import { bareCode, digits, part, parts, phone, type Remote, word } from './remote-values.ts';

/** The columns that are compared, by the names of the API. */
export interface CustomerHere {
  readonly id: number;
  readonly cpf_cnpj: string;
  readonly name: string;
  readonly street: string | null;
  readonly number: string | null;
  readonly complement: string | null;
  readonly neighborhood: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly phone: string | null;
  readonly cellphone: string | null;
  readonly notification_email: string | null;
  readonly status: string;
}

export function customerHere(row: CustomerHere): Values {
  return {
    name: word(row.name),
    street: word(row.street),
    number: word(row.number),
    complement: word(row.complement),
    neighborhood: word(row.neighborhood),
    city: word(row.city),
    state: word(row.state)?.toUpperCase() ?? null,
    postalCode: digits(row.postal_code),
    phone: phone(row.phone),
    cellphone: phone(row.cellphone),
    notificationEmail: word(row.notification_email),
    status: row.status,
  };
}

export function customerThere(client: Remote, situation: string | null): Values {
  const address = part(client.enderecoPrincipal);
  const contact = part(client.contatoPrincipal);
  const [first, second] = parts(contact.telefones);
  const state = word(address.uf)?.toUpperCase() ?? null;
  return {
    name: word(client.nome) ?? word(client.nomeFantasia),
    street: word(address.endereco ?? address.logradouro),
    number: word(address.numero),
    complement: word(address.complemento),
    neighborhood: word(address.bairro),
    city: word(address.cidade),
    state: state && /^[A-Z]{2}$/.test(state) ? state : null,
    postalCode: digits(address.cep),
    phone: first ? telephone(first) : null,
    cellphone: second ? telephone(second) : null,
    notificationEmail: word(contact.email),
    status: statusOf(situation),
  };
}

export const documentOf = (client: Remote) => bareCode(client.cnpJ_CPF ?? client.cnpj_cpf);

/** What the provider calls its situations, in the words of this house; null for one nobody knows. */
function statusOf(situation: string | null): string | null {
  const said = (situation ?? '')
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
  if (/(in|des)ativ|nao (esta )?ativ|cancel|encerr/.test(said)) return 'inactive';
  if (/bloque|suspens|inadimpl|congel/.test(said)) return 'frozen';
  if (/teste|trial|experi|avalia/.test(said)) return 'trial';
  return /\b(re)?ativ/.test(said) ? 'active' : null;
}

function telephone(given: Remote): string | null {
  return phone(`${digits(given.ddd) ?? ''}${digits(given.telefone) ?? ''}`);
}

/** A new customer of a client; what the provider does not know stays empty until somebody fills it in. */
export function newCustomer(document: string, there: Values, groupId: number | null): CustomerInput {
  const text = (field: string) => there[field] ?? '';
  return {
    groupId,
    cpfCnpj: document,
    type: document.length > 11 ? 'J' : 'F',
    name: there.name ?? document,
    street: text('street'),
    number: text('number'),
    complement: there.complement ?? null,
    neighborhood: text('neighborhood'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postalCode'),
    phone: text('phone'),
    cellphone: there.cellphone ?? null,
    notificationEmail: text('notificationEmail'),
    category: 'client',
    status: (there.status ?? 'active') as CustomerInput['status'],
  };
}

/** The client with values put into it, as the provider takes it; everything else of it stays as it was read. */
export function clientWith(client: Remote, values: Values): Remote {
  const given = (field: string) => values[field];
  const address = { ...part(client.enderecoPrincipal) } as Record<string, unknown>;
  const contact = { ...part(client.contatoPrincipal) } as Record<string, unknown>;
  const phones = parts(contact.telefones).map((one) => ({ ...one })) as Record<string, unknown>[];
  for (const [field, name] of addressNames) if (given(field) != null) address[name] = given(field);
  if (given('notificationEmail') != null) contact.email = given('notificationEmail');
  for (const [place, field] of ['phone', 'cellphone'].entries()) {
    const number = given(field);
    if (number == null) continue;
    const hasArea = number.length >= 10;
    const one = {
      ddi: '55',
      ddd: hasArea ? number.slice(0, 2) : '',
      telefone: hasArea ? number.slice(2) : number,
    };
    phones[place] = { ...phones[place], ...one };
  }
  return {
    ...client,
    ...(given('name') != null && { nome: given('name') }),
    enderecoPrincipal: address,
    contatoPrincipal: { ...contact, telefones: Array.from(phones, (one) => one ?? {}) },
  };
}

const addressNames = [
  ['street', 'endereco'],
  ['number', 'numero'],
  ['complement', 'complemento'],
  ['neighborhood', 'bairro'],
  ['city', 'cidade'],
  ['state', 'uf'],
  ['postalCode', 'cep'],
] as const;
