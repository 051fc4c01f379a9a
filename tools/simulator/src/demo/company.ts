/** The demonstration company as data: its groups, customers, people, and who sees what. */
import type { CustomerInput } from '@atalaia/contract/customer';
import type { UserInput } from '@atalaia/contract/user';
import type { Trade } from '../fleet/models.ts';

/** What everybody of the demonstration signs in with. */
export const demoPassword = 'demo1234';

export const administrator = 'admin@atalaia.local';

/** The group above all others. */
export const rootGroup = 'Central Atalaia';

/** A group and a customer for each trade. */
export const groupNames: Readonly<Record<Trade, string>> = {
  haulage: 'Transportes Serra Azul',
  delivery: 'Distribuidora Boa Praça',
  rental: 'Locadora Rota Certa',
  private: 'Clientes particulares',
};

function company(
  fields: Pick<CustomerInput, 'cpfCnpj' | 'name' | 'city' | 'state' | 'postalCode'> & Partial<CustomerInput>,
) {
  return {
    type: 'J',
    street: 'Avenida Central',
    number: '1000',
    neighborhood: 'Centro',
    phone: '1133330000',
    notificationEmail: 'contato@example.com',
    category: 'client',
    status: 'active',
    ...fields,
  } satisfies CustomerInput;
}

/** Documents are made up and pass their check digits. */
export const customers: Readonly<Record<Trade, CustomerInput>> = {
  haulage: company({
    cpfCnpj: '11222333000181',
    name: 'Transportes Serra Azul Ltda.',
    city: 'Curitiba',
    state: 'PR',
    postalCode: '80010000',
    phone: '4133331200',
    notificationEmail: 'frota@atalaia.local',
    invoiceDay: 10,
  }),
  delivery: company({
    cpfCnpj: '12ABC34501DE35',
    name: 'Distribuidora Boa Praça S.A.',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310100',
    phone: '1132145600',
    invoiceDay: 5,
  }),
  rental: company({
    cpfCnpj: '33000167000101',
    name: 'Locadora Rota Certa Ltda.',
    city: 'Rio de Janeiro',
    state: 'RJ',
    postalCode: '20040002',
    phone: '2125550140',
    invoiceDay: 15,
  }),
  private: company({
    cpfCnpj: '52998224725',
    type: 'F',
    name: 'Marina Albuquerque',
    street: 'Rua das Acácias',
    number: '82',
    city: 'Florianópolis',
    state: 'SC',
    postalCode: '88010000',
    phone: '4832220101',
    cellphone: '48999990101',
    notificationEmail: 'cliente@atalaia.local',
    invoiceDay: 20,
  }),
};

export interface Person {
  readonly user: UserInput;
  /** The group whose devices this person sees, with all below it; undefined for the whole company. */
  readonly sees: Trade | undefined;
}

export const people: readonly Person[] = [
  {
    user: {
      name: 'Central de Monitoramento',
      email: 'central@atalaia.local',
      password: demoPassword,
      deviceLimit: -1,
      userLimit: -1,
      attributes: { profile: 'central', timezone: 'America/Sao_Paulo' },
    },
    sees: undefined,
  },
  {
    user: {
      name: 'Gestor da Serra Azul',
      email: 'frota@atalaia.local',
      password: demoPassword,
      attributes: { timezone: 'America/Sao_Paulo' },
    },
    sees: 'haulage',
  },
  {
    user: {
      name: 'Marina Albuquerque',
      email: 'cliente@atalaia.local',
      password: demoPassword,
      attributes: { timezone: 'America/Sao_Paulo' },
    },
    sees: 'private',
  },
];
