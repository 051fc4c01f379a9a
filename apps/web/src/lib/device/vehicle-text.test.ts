import { expect, test } from 'vitest';
import { aDevice } from '../testing/a-device.ts';
import { vehicleName } from './vehicle-text.ts';

const named = (name: string, attributes: Record<string, unknown>) =>
  vehicleName(aDevice({ name, attributes }));

test('[STRIP-03] a vehicle is called by its plate and model; what its name says beside them is kept once', () => {
  const attributes = { plate: 'QRS4B17', vehicleModel: 'Volvo FH 540' };
  expect(named('QRS4B17 · Volvo FH 540', attributes)).toEqual({ title: 'QRS4B17', detail: 'Volvo FH 540' });
  expect(named('QRS4B17', attributes)).toEqual({ title: 'QRS4B17', detail: 'Volvo FH 540' });
  expect(named('Frota 12', attributes)).toEqual({ title: 'QRS4B17', detail: 'Volvo FH 540 · Frota 12' });
  expect(named('Frota 12', {})).toEqual({ title: 'Frota 12', detail: '' });
  expect(named('Frota 12', { vehicleModel: 'Onix' })).toEqual({ title: 'Frota 12', detail: 'Onix' });
  expect(named('QRS4B17 Reserva', { plate: 'QRS4B17' })).toEqual({ title: 'QRS4B17', detail: 'Reserva' });
  expect(named('Frota 12', { plate: '  ' })).toEqual({ title: 'Frota 12', detail: '' });
});
