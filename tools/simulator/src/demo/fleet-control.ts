/** The fleet-control provider of the demonstration: a stand-in that holds one of our firms, some of it otherwise than here. */
import type { User } from '@atalaia/contract/accounts/user';
import { type FakeFleetControl, startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { noRecords } from '@atalaia/fakes/fleet-control/records';
import type { FleetVehicle } from '../fleet/fleet.ts';
import type { ApiClient } from './api-client.ts';
import { demoCustomers } from './customers.ts';

/** Whose account names it. */
const operator = 'central@atalaia.local';
const clientId = 'atalaia-demo';
const secretId = 'segredo-da-demonstracao';

/** Serves the hauliers and their vehicles; one vehicle there has no tracker, and one client no document. */
export function startDemoFleetControl(
  port: number,
  fleet: readonly FleetVehicle[],
): Promise<FakeFleetControl> {
  const held = noRecords();
  const { haulage } = demoCustomers;
  held.clients.push(clientOf(1, haulage.cpfCnpj), {
    ...clientOf(2, ''),
    nome: 'Oficina do Bairro',
    contatoPrincipal: { email: 'oficina@example.com', telefones: [] },
  });
  const vehicles = fleet.filter(({ trade }) => trade === 'haulage');
  for (const [at, vehicle] of vehicles.entries()) {
    const id = at + 1;
    held.vehicles.push(vehicleOf(id, vehicle));
    const chip = { numeroChip: vehicle.iccid, numeroLinha: vehicle.phone };
    held.simCards.push({ id, ...chip, operadoraId: 1 + (id % 3) });
    held.trackers.push({
      ...{ id, modeloEquipamentoId: 1, modeloEquipamento: vehicle.trackerModel },
      ...{ equipamento: ` ${vehicle.uniqueId}\t`, simCardId: id, ...chip },
      ...{ veiculoId: id, placa: vehicle.plate, veiculo: vehicle.name },
    });
  }
  const [first] = vehicles;
  if (first) {
    const id = vehicles.length + 1;
    held.vehicles.push({ ...vehicleOf(id, first), placa: 'QWE4R56', veiculo: 'Reboque novo' });
  }
  const wish = { held, clientId, secretId };
  return startFleetControl({ ...wish, port }).catch(() => startFleetControl(wish));

  function clientOf(id: number, document: string) {
    return {
      ...{ id, pessoa: 'Juridica', tipoPessoa: 2, cnpJ_CPF: document, nome: haulage.name },
      ...{ situacaoClienteId: 331, dataCadastro: '2024-01-15T00:00:00' },
      enderecoPrincipal: {
        ...{
          cep: haulage.postalCode,
          endereco: haulage.street,
          numero: '1850',
          bairro: haulage.neighborhood,
        },
        ...{ cidade: haulage.city, uf: haulage.state, codigoIBGE: 3118601 },
      },
      contatoPrincipal: {
        email: haulage.notificationEmail,
        telefones: [{ ddi: '55', ddd: haulage.phone.slice(0, 2), telefone: haulage.phone.slice(2) }],
      },
    };
  }
}

function vehicleOf(id: number, vehicle: FleetVehicle) {
  return {
    ...{ id, veiculo: vehicle.name, placa: vehicle.plate, cor: vehicle.colour, ano: vehicle.year },
    ...{ numeroChassi: vehicle.chassis, modelo: vehicle.model, marca: `${vehicle.manufacturer} ` },
    ...{ combustivel: vehicle.fuelType, limiteVelocidade: String(vehicle.speedLimitKph), tipo: 'Caminhão' },
    ...{ consumo: `${vehicle.kind.kilometresPerLitre} km/L`, odometro: 0, clienteId: 1 },
  };
}

/** Gives the operator the account there; the exchange begins when he signs in. */
export async function seedFleetControl(api: ApiClient): Promise<void> {
  const user = (await api.get<User[]>('users')).find(({ email }) => email === operator);
  if (!user || user.attributes.full_control_client_id !== undefined) return;
  const named = { full_control_client_id: clientId, full_control_secret_id: secretId };
  await api.put(`users/${user.id}`, { ...user, attributes: { ...user.attributes, ...named } });
}
