import { expect, test } from 'vitest';
import { addressLine, fillingOf } from './postal-code-field.tsx';

const found = {
  street: 'Rua Padre Valdevino',
  neighborhood: 'Joaquim Távora',
  city: 'Fortaleza',
  state: 'CE',
};
const nothing = { street: '', neighborhood: ' ', city: '', state: '' };

test('[CUS-01] an address found fills what is empty and touches nothing that is written', () => {
  expect(fillingOf(found, nothing)).toEqual({ fills: found, differs: false });
  expect(
    fillingOf(found, { ...found, street: 'RUA PADRE VALDEVINO', neighborhood: 'Joaquim Tavora' }),
  ).toEqual({
    fills: {},
    differs: false,
  });
  expect(fillingOf(found, { ...nothing, city: 'Recife' })).toEqual({
    fills: { street: found.street, neighborhood: found.neighborhood, state: 'CE' },
    differs: true,
  });
});

test('[CUS-01] the code of a whole town says nothing of its streets', () => {
  const town = { ...nothing, neighborhood: '', city: 'Quixadá', state: 'CE' };
  expect(fillingOf(town, { ...nothing, street: 'Rua do Sol' })).toEqual({
    fills: { city: 'Quixadá', state: 'CE' },
    differs: false,
  });
  expect(addressLine(town)).toBe('Quixadá, CE');
});
