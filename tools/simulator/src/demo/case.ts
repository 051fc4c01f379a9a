/** A case that is open when one first looks: a rented car that did not come back. */
import type { Device } from '@atalaia/contract/device';
import type { Sinister } from '@atalaia/contract/sinister';
import type { ApiClient } from './api-client.ts';

const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

const occurrences = [
  {
    category: 'promptResponseActivated',
    hours: 25,
    description: 'Locadora confirma que o prazo venceu e o locatário não atende; pronta resposta acionada.',
  },
  {
    category: 'registerThePoliceReport',
    hours: 24,
    description: 'Boletim de ocorrência registrado; viatura avisada da última posição.',
  },
] as const;

/** Nothing where there is any case already. */
export async function seedCase(api: ApiClient, uniqueId: string): Promise<void> {
  if ((await api.get<Sinister[]>('sinisters')).length > 0) return;
  const [device] = await api.get<Device[]>(`devices?uniqueId=${uniqueId}`);
  if (device === undefined) return;
  const sinister = await api.post<Sinister>('sinisters/open', {
    deviceId: device.id,
    customerId: device.customerId,
    openingDate: hoursAgo(26),
    openingType: 'misappropriation',
    openingAddress: 'Avenida das Torres, 2210, Curitiba, PR',
    openingLatitude: -25.4718,
    openingLongitude: -49.2334,
    openingDescription: 'Veículo locado não devolvido no prazo; última devolução combinada para ontem.',
  });
  for (const { hours, ...occurrence } of occurrences)
    await api.post(`sinisters/${sinister.id}/occurrences`, {
      ...occurrence,
      occurrenceDate: hoursAgo(hours),
    });
}
