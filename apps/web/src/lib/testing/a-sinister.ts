import type { Sinister } from '@atalaia/contract/sinisters/sinister';

const openedAt = '2026-11-21T06:58:08.000Z';

/** An open sinister as `GET sinisters` answers it; give the fields a test is about. */
export function aSinister(part: Partial<Sinister> = {}): Sinister {
  return {
    id: 1,
    number: 1,
    deviceId: 1,
    customerId: 1,
    device: {
      id: 1,
      uniqueId: '869412050000017',
      name: 'QRS4B17',
      category: null,
      model: null,
      attributes: {},
    },
    customer: { name: 'Distribuidora Boa Praça', phone: null, email: null },
    devicePlate: 'QRS4B17',
    deviceModel: null,
    deviceColor: null,
    customerName: 'Distribuidora Boa Praça',
    customerPhone: null,
    openedBy: 'Central',
    createdAt: openedAt,
    status: 'opened',
    openingDate: openedAt,
    openingType: 'robbery',
    openingAddress: null,
    openingLatitude: -3.73,
    openingLongitude: -38.52,
    openingDescription: 'Levado na rua',
    closedAt: null,
    closingDate: null,
    closingType: null,
    closedBy: null,
    closingAddress: null,
    closingLatitude: null,
    closingLongitude: null,
    closingDescription: null,
    vehicleDamaged: false,
    occurenceIds: [],
    occurrences: [],
    attributes: {},
    ...part,
  };
}
