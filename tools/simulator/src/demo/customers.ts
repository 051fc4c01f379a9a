/** Whom the demonstration company serves: three firms by CNPJ, and the owners of the private vehicles by CPF. */
import type { Customer, CustomerInput } from '@atalaia/contract/accounts/customer';
import { cnpjCheckDigits, cpfCheckDigits } from '@atalaia/domain/documents/customer-document';
import type { FleetVehicle } from '../fleet/fleet.ts';
import type { Trade } from '../fleet/models.ts';
import type { ApiClient } from './api-client.ts';
import { groupNames } from './company.ts';

type Place = Pick<CustomerInput, 'street' | 'number' | 'neighborhood' | 'city' | 'state' | 'postalCode'>;

const places: Readonly<Record<Trade, Place>> = {
  haulage: {
    ...{ street: 'Rodovia dos Bandeirantes', number: '1840', neighborhood: 'Distrito Industrial' },
    ...{ city: 'Contagem', state: 'MG', postalCode: '32210005' },
  },
  delivery: {
    ...{ street: 'Rua das Palmeiras', number: '512', neighborhood: 'Barra Funda' },
    ...{ city: 'São Paulo', state: 'SP', postalCode: '01226010' },
  },
  rental: {
    ...{ street: 'Avenida das Torres', number: '2210', neighborhood: 'Guabirotuba' },
    ...{ city: 'Curitiba', state: 'PR', postalCode: '81510000' },
  },
  private: {
    ...{ street: 'Rua Bocaiúva', number: '87', neighborhood: 'Centro' },
    ...{ city: 'Florianópolis', state: 'SC', postalCode: '88015530' },
  },
};

const phones: Readonly<Record<Trade, string>> = {
  haulage: '3133550142',
  delivery: '1136610177',
  rental: '4133620155',
  private: '48991240131',
};

function firm(trade: Exclude<Trade, 'private'>, serial: number, mailbox: string): CustomerInput {
  const body = `${String(serial).padStart(8, '0')}0001`;
  return {
    ...places[trade],
    type: 'J',
    cpfCnpj: body + cnpjCheckDigits(body),
    name: `${groupNames[trade]} Ltda.`,
    phone: phones[trade],
    notificationEmail: `${mailbox}@example.com`,
    category: 'client',
    status: 'active',
    invoiceDay: 10,
  };
}

const owner: CustomerInput = {
  ...places.private,
  type: 'F',
  cpfCnpj: `318642907${cpfCheckDigits('318642907')}`,
  name: 'Marina Albuquerque',
  phone: phones.private,
  notificationEmail: 'marina@example.com',
  category: 'client',
  status: 'active',
  invoiceDay: 5,
};

export const demoCustomers: Readonly<Record<Trade, CustomerInput>> = {
  haulage: firm('haulage', 41_582_306, 'frota'),
  delivery: firm('delivery', 27_904_815, 'entregas'),
  rental: firm('rental', 36_110_492, 'reservas'),
  private: owner,
};

/** Ids of the customers by trade; those that are missing are registered. */
export async function seedCustomers(
  api: ApiClient,
  groups: Readonly<Record<Trade, number>>,
): Promise<(vehicle: Pick<FleetVehicle, 'trade'>) => number> {
  const present = await api.get<Customer[]>('customers');
  const ids = new Map<Trade, number>();
  for (const [trade, customer] of Object.entries(demoCustomers) as [Trade, CustomerInput][]) {
    const found = present.find(({ cpfCnpj }) => cpfCnpj === customer.cpfCnpj);
    const { id } = found ?? (await api.post<Customer>('customers', { ...customer, groupId: groups[trade] }));
    ids.set(trade, id);
  }
  return ({ trade }) => ids.get(trade) ?? 0;
}
