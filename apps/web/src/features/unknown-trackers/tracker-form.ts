import type { Device } from '@atalaia/contract/devices/device';
import type { RegisterTracker } from '@atalaia/contract/devices/unknown-tracker';
import { z } from 'zod';
import { optionalText } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';

const schema = z.object({ name: optionalText(), groupId: z.string(), customerId: z.string() });

type TrackerValues = z.infer<typeof schema>;

const numberOf = (chosen: string) => (chosen === '' ? undefined : Number(chosen));

/** Makes a device of a tracker in one step (ING-04); the rest of it is filled in among the devices. */
export const trackerForm: FormDefinition<Device, TrackerValues> = {
  titles: { add: 'tracker.registerTitle', edit: 'tracker.registerTitle' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'device.name', hint: 'tracker.nameHelp', wide: true },
        { kind: 'reference', name: 'groupId', label: 'device.group', path: 'groups', wide: true },
        { kind: 'reference', name: 'customerId', label: 'device.customer', path: 'customers', wide: true },
      ],
    },
  ],
  valuesOf: () => ({ name: '', groupId: '', customerId: '' }),
  inputOf: ({ name, groupId, customerId }): RegisterTracker => ({
    ...(name.trim() !== '' && { name: name.trim() }),
    groupId: numberOf(groupId),
    customerId: numberOf(customerId),
  }),
};
