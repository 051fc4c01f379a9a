import type { Device } from '@atalaia/contract/devices/device';
import { addDevice, type DeviceColumns, noteReceived } from './device-columns.ts';
import { recolour, statusCodeOf } from './row-colour.ts';

/** What the map takes from a live message about a device: a new name, a new status, or a device it did not know. */
export type DeviceChange = Pick<
  Device,
  'id' | 'name' | 'uniqueId' | 'category' | 'status' | 'disabled' | 'lastUpdate' | 'groupId' | 'customerId'
> & { readonly plate: string; readonly model: string };

export function deviceChangeOf(device: Device): DeviceChange {
  const { id, name, uniqueId, category, status, disabled, lastUpdate, groupId, customerId } = device;
  const { plate, vehicleModel } = device.attributes;
  return {
    ...{ id, name, uniqueId, category, status, disabled, lastUpdate, groupId, customerId },
    plate: typeof plate === 'string' ? plate : '',
    model: typeof vehicleModel === 'string' ? vehicleModel : '',
  };
}

/** Puts changed devices into the columns and adds those they did not hold. Tells whether any was added. */
export function applyDeviceChanges(columns: DeviceColumns, changes: readonly DeviceChange[]): boolean {
  let added = false;
  for (const change of changes) {
    const known = columns.rowOfId.get(change.id);
    const row = known ?? addDevice(columns, change);
    added ||= known === undefined;
    columns.names[row] = change.name;
    columns.uniqueIds[row] = change.uniqueId;
    columns.categories[row] = change.category;
    columns.plates[row] = change.plate;
    columns.models[row] = change.model;
    columns.groupIds[row] = change.groupId;
    columns.customerIds[row] = change.customerId;
    columns.statuses[row] = statusCodeOf(change.status);
    columns.disabled[row] = change.disabled ? 1 : 0;
    noteReceived(columns, row, change.lastUpdate === null ? Number.NaN : Date.parse(change.lastUpdate));
    recolour(columns, row);
  }
  return added;
}
