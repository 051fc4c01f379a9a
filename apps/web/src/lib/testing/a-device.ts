import type { Device } from '@atalaia/contract/devices/device';

/** A device as `GET devices` answers it; give the fields a test is about. */
export function aDevice(part: Partial<Device> = {}): Device {
  return {
    id: 1,
    uniqueId: '869412050000017',
    name: 'QRS4B17',
    groupId: 0,
    groupName: null,
    customerId: 0,
    customerName: null,
    customerCpfCnpj: null,
    category: null,
    status: 'online',
    disabled: false,
    expirationTime: null,
    calendarId: 0,
    lastUpdate: null,
    phone: null,
    model: null,
    contact: null,
    positionId: 0,
    geofenceIds: [],
    attributes: {},
    ...part,
  };
}
