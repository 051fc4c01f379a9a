import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';

const fixTime = '2026-11-21T03:58:08.000Z';

export function positionOf(values: Partial<Position>): Position {
  return {
    id: 1,
    deviceId: 1,
    protocol: 'gt06',
    type: null,
    serverTime: fixTime,
    deviceTime: fixTime,
    fixTime,
    outdated: false,
    valid: true,
    latitude: 0,
    longitude: 0,
    altitude: 0,
    speed: 0,
    course: 0,
    accuracy: 0,
    address: null,
    network: null,
    attributes: {},
    ...values,
  };
}

export function deviceOf(values: Partial<Device>): Device {
  return {
    id: 1,
    uniqueId: 'imei1',
    name: 'Device 1',
    groupId: 0,
    groupName: null,
    customerId: 0,
    customerName: null,
    customerCpfCnpj: null,
    category: null,
    status: 'online',
    disabled: false,
    lastUpdate: null,
    phone: null,
    model: null,
    contact: null,
    positionId: 0,
    geofenceIds: [],
    attributes: {},
    ...values,
  };
}
