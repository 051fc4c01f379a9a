import type { Device } from '@atalaia/contract/devices/device';

/** What a vehicle is called in a list: its name, with the plate where the name does not say it already. */
export function vehicleText(name: string | null, plate: string | null | undefined): string {
  return [name, plate && !name?.includes(plate) && plate].filter(Boolean).join(' · ');
}

/** A vehicle by its plate, then what it is; one without a plate by its name. */
export function vehicleName({ name, attributes }: Pick<Device, 'name' | 'attributes'>): {
  readonly title: string;
  readonly detail: string;
} {
  const plate = typeof attributes.plate === 'string' ? attributes.plate.trim() : '';
  const model = typeof attributes.vehicleModel === 'string' ? attributes.vehicleModel.trim() : '';
  if (plate === '') return { title: name, detail: name.includes(model) ? '' : model };
  // what the name says beside the plate, without the plate
  const rest = name.replace(plate, '').replace(/^[\s·|/–-]+|[\s·|/–-]+$/g, '');
  const detail =
    rest === '' || model.includes(rest) ? model : rest.includes(model) ? rest : `${model} · ${rest}`;
  return { title: plate, detail };
}
