import { expect, test } from 'vitest';
import type { FormContext, FormDefinition } from '../form/form-definition.ts';
import { factsOf } from './record-view.tsx';

interface Row {
  readonly id: number;
  readonly phone: string;
}

const context = { text: (key: string) => key, person: { readonly: true } } as unknown as FormContext;

const form: FormDefinition<Row, Record<string, unknown>> = {
  titles: { add: 'device.new', edit: 'device.edit' },
  schema: () => {
    throw new Error('a record checks nothing');
  },
  inputOf: () => ({}),
  valuesOf: (row) => ({
    phone: row?.phone,
    secret: 'abc',
    ...{ on: true, off: false, empty: '', fuel: 'x', length: '7', groupId: '3', hidden: 'y' },
  }),
  sections: [
    {
      title: 'device.tabTracker',
      fields: [
        { kind: 'text', name: 'phone', label: 'device.phone', mask: () => (typed) => `(${typed})` },
        { kind: 'password', name: 'secret', label: 'device.devicePassword' },
        { kind: 'switch', name: 'on', label: 'device.ignoreOdometer' },
        { kind: 'switch', name: 'off', label: 'device.disabled' },
        { kind: 'text', name: 'empty', label: 'device.iccid' },
        {
          ...{ kind: 'select', name: 'fuel', label: 'device.fuelType' },
          options: () => [{ value: 'x', label: 'Flex' }],
        },
        { kind: 'number', name: 'length', label: 'device.speedLimit', unit: () => 'km/h' },
        { kind: 'reference', name: 'groupId', label: 'device.group', path: 'groups' },
        { kind: 'reference', name: 'customerId', label: 'device.customer', path: 'customers' },
        { kind: 'text', name: 'hidden', label: 'device.plate', when: () => false },
      ],
    },
    { title: 'device.tabContact', fields: [{ kind: 'text', name: 'empty', label: 'device.contact' }] },
    {
      ...{ title: 'device.tabData', when: () => false },
      fields: [{ kind: 'text', name: 'phone', label: 'device.name' }],
    },
  ],
};

test('[DEV-01] [CUS-02] a record reads a row as its form holds it, without secrets, what is empty and what is not for this person', () => {
  expect(factsOf(form, { id: 1, phone: '85' }, context, { groupId: 'Frota' })).toEqual([
    {
      title: 'device.tabTracker',
      facts: [
        { name: 'device.phone', value: '(85)' },
        { name: 'device.ignoreOdometer', value: 'value.yes' },
        { name: 'device.fuelType', value: 'Flex' },
        { name: 'device.speedLimit', value: '7 km/h' },
        { name: 'device.group', value: 'Frota' },
      ],
    },
  ]);
});
