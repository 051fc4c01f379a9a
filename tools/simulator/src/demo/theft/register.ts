/** What has to be registered before the car can be stolen; what is there already stays. */
import type { ContactBook } from '@atalaia/contract/accounts/contact';
import type { Customer } from '@atalaia/contract/accounts/customer';
import type { Group } from '@atalaia/contract/accounts/group';
import type { BlockPolicy } from '@atalaia/contract/block/block-policy';
import type { Device } from '@atalaia/contract/devices/device';
import type { Responder } from '@atalaia/contract/rules/responder';
import type { FleetVehicle } from '../../fleet/fleet.ts';
import type { ApiClient } from '../api-client.ts';
import { groupNames, rootGroup } from '../company.ts';
import { demoCustomers } from '../customers.ts';
import { deviceOf } from '../seed.ts';

export interface Registered {
  readonly device: Device;
  readonly responder: Responder;
  /** Whom the centre calls first. */
  readonly owner: { readonly id: number; readonly name: string; readonly phone: string };
}

const policyName = 'Particulares: parado e com segunda pessoa';
const responderName = 'Pronta Resposta Litoral';

/** Throws where the demonstration company is not registered. */
export async function registerTheft(api: ApiClient, vehicle: FleetVehicle): Promise<Registered> {
  const groups = await api.get<Group[]>('groups');
  const group = groups.find(({ name }) => name === groupNames.private);
  const root = groups.find(({ name }) => name === rootGroup);
  const customers = await api.get<Customer[]>('customers');
  const customer = customers.find(({ cpfCnpj }) => cpfCnpj === demoCustomers.private.cpfCnpj);
  if (!group || !root || !customer) throw new Error('the demonstration company is not registered');
  const device = await deviceFor(api, vehicle, group.id, customer.id);
  await policyFor(api, group.id);
  const owner = await contactsOf(api, customer);
  return { device, owner, responder: await responderFor(api, root.id) };
}

async function deviceFor(api: ApiClient, vehicle: FleetVehicle, groupId: number, customerId: number) {
  const [found] = await api.get<Device[]>(`devices?uniqueId=${vehicle.uniqueId}`);
  if (found) return found;
  const input = deviceOf(vehicle, groupId, customerId);
  const attributes = {
    ...input.attributes,
    ...{ modelYear: String(vehicle.year), vehicleType: 'Automóvel', species: 'Passageiro' },
    ...{ registrationCity: 'Florianópolis', registrationState: 'SC' },
    ...{ blockInstalled: 'yes', blockCuts: 'Bomba de combustível' },
  };
  return api.post<Device>('devices', { ...input, attributes });
}

/** A second person confirms each block, also in a theft: so that one sees how that is. */
async function policyFor(api: ApiClient, groupId: number): Promise<void> {
  if ((await api.get<BlockPolicy[]>('block-policies')).some(({ name }) => name === policyName)) return;
  await api.post('block-policies', {
    ...{ name: policyName, enabled: true, categories: [], groupIds: [groupId], never: false },
    ...{ moment: 'standstill', maxSpeedKph: null, maxFixAgeSeconds: null, forbiddenGeofenceIds: [] },
    ...{ secondPerson: true, aloneAllowed: true, theftLiftsSecond: false },
  });
}

async function contactsOf(api: ApiClient, customer: Customer): Promise<Registered['owner']> {
  const book = await api.get<ContactBook>(`customers/${customer.id}/contacts`);
  const phone = { number: customer.phone ?? '48991240131', whatsapp: true };
  const written =
    book.contacts.length > 0
      ? book
      : await api.put<ContactBook>(`customers/${customer.id}/contacts`, {
          version: book.version,
          ...{ passPhrase: 'jabuticaba', counterPhrase: 'pé de serra', duressPhrase: 'prima Lourdes' },
          contacts: [
            { name: customer.name, role: 'Titular', phones: [phone] },
            {
              ...{ name: 'Rogério Albuquerque', role: 'Cônjuge' },
              phones: [{ number: '48991240132', whatsapp: true }],
            },
          ],
        });
  const [first] = written.contacts;
  if (!first) throw new Error(`${customer.name} has no contact`);
  return { id: first.id, name: first.name, phone: first.phones[0]?.number ?? phone.number };
}

/** Whoever sees the company calls him out. */
async function responderFor(api: ApiClient, rootId: number): Promise<Responder> {
  const found = (await api.get<Responder[]>('responders')).find(({ name }) => name === responderName);
  if (found) return found;
  const responder = await api.post<Responder>('responders', {
    ...{ name: responderName, kind: 'provider', phone: '48991240555', area: 'Grande Florianópolis' },
    ...{ hours: '24 h', latitude: -27.5949, longitude: -48.5482, callOutCents: 35_000, kmCents: 320 },
    ...{ authorizationNumber: 'SC-2041/24', authorizedUntil: `${new Date().getFullYear() + 1}-12-31` },
  });
  await api.post('permissions', { groupId: rootId, responderId: responder.id });
  return responder;
}
