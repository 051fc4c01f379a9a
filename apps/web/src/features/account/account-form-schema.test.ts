import { userInputSchema } from '@atalaia/contract/accounts/user';
import { expect, test } from 'vitest';
import { aSession } from '../../lib/testing/a-session.ts';
import { accountFormSchema, formOf, inputOf } from './account-form-schema.ts';

const person = aSession({
  attributes: { profile: 'central', speedUnit: 'mph', timezone: 'America/Manaus', colour: 'blue' },
});

test('a form that nothing was changed in sends the person as he is', () => {
  const input = inputOf(person, accountFormSchema(person).parse(formOf(person, 'pt-BR')));
  expect(userInputSchema.parse(input)).toEqual(input);
  expect(input.attributes).toEqual({ ...person.attributes, language: 'pt-BR' });
  expect(input).toMatchObject({ name: person.name, email: person.email });
  expect(input).not.toHaveProperty('password');
});

test('attributes the form does not show stay, and one that is taken back goes', () => {
  const form = { ...formOf(person, 'en'), speedUnit: '' as const, timezone: '' };
  expect(inputOf(person, accountFormSchema(person).parse(form)).attributes).toEqual({
    profile: 'central',
    colour: 'blue',
    language: 'en',
  });
});

test('[USR-03] a new password has at least 8 characters and goes with the current one; an empty one leaves the old', () => {
  const typed = { ...formOf(person, 'en'), password: 'Mar alto 8', currentPassword: 'old' };
  expect(inputOf(person, accountFormSchema(person).parse(typed))).toMatchObject({
    ...{ password: 'Mar alto 8', currentPassword: 'old' },
  });
  const faultsOf = (more: object) =>
    accountFormSchema(person)
      .safeParse({ ...typed, ...more })
      .error?.issues.map(({ message }) => message);
  expect(faultsOf({ password: '1234567' })).toEqual(['user.passwordShort']);
  expect(faultsOf({ password: 'senha123' })).toEqual(['user.passwordCommon']);
  expect(faultsOf({ password: person.email })).toEqual(['user.passwordOwn']);
  expect(faultsOf({ currentPassword: '' })).toEqual(['user.currentNeeded']);
  expect(faultsOf({ password: '', currentPassword: '' })).toBeUndefined();
  const named = { ...person, login: 'joana' };
  const login = { ...formOf(named, 'en'), login: 'JOANA' };
  expect(accountFormSchema(named).safeParse(login).success, 'case is no change').toBe(true);
  expect(accountFormSchema(named).safeParse({ ...login, login: 'ana' }).success).toBe(false);
  expect(inputOf(named, { ...login, login: 'ana', currentPassword: 'old' })).toHaveProperty(
    'currentPassword',
  );
});

test('numbers are read with comma or point, and nonsense is told at its field', () => {
  const form = { ...formOf(person, 'en'), latitude: '-3,73', longitude: '-38.5' };
  expect(inputOf(person, accountFormSchema(person).parse(form))).toMatchObject({
    latitude: -3.73,
    longitude: -38.5,
  });
  const { error } = accountFormSchema(person).safeParse({ ...form, latitude: '95', zoom: 'near', name: ' ' });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['name', 'user.nameRequired'],
    ['latitude', 'form.notANumber'],
    ['zoom', 'form.notANumber'],
  ]);
});

test('[USR-02] a map that starts nowhere of its own is shown as nothing, and stays so', () => {
  const nowhere = { ...person, latitude: 0, longitude: 0, zoom: 0 };
  const form = formOf(nowhere, 'en');
  expect(form).toMatchObject({ latitude: '', longitude: '', zoom: '' });
  expect(inputOf(nowhere, accountFormSchema(nowhere).parse(form))).toMatchObject({
    ...{ latitude: 0, longitude: 0, zoom: 0 },
  });
  // the equator is a place
  expect(formOf({ ...nowhere, longitude: -51.07 }, 'en')).toMatchObject({
    ...{ latitude: '0', longitude: '-51.07', zoom: '' },
  });
  // and a zoom of one's own holds wherever the server's place is
  expect(formOf({ ...nowhere, zoom: 7 }, 'en')).toMatchObject({ latitude: '', longitude: '', zoom: '7' });
});

test('[USR-02] [ROLE-05] other attributes are a list, less what nobody but an administrator changes on himself', () => {
  const form = formOf(person, 'en');
  expect(form.attributes.map(({ name }) => name)).toEqual(['colour']);
  const changed = { ...form, attributes: [{ name: 'colour', type: 'string' as const, text: 'red' }] };
  expect(inputOf(person, accountFormSchema(person).parse(changed)).attributes).toMatchObject({
    profile: 'central',
    colour: 'red',
  });
  const own = { ...form, attributes: [{ name: 'profile', type: 'string' as const, text: 'admin' }] };
  expect(accountFormSchema(person).safeParse(own).error?.issues[0]?.path).toEqual(['attributes']);
  const admin = { ...person, administrator: true };
  expect(formOf(admin, 'en').attributes.map(({ name }) => name)).toEqual(['colour', 'profile']);
});

test('[USR-01] the telephone is shown in its mask and sent as digits', () => {
  const form = formOf({ ...person, phone: '85999998888' }, 'en');
  expect(form.phone).toBe('(85) 99999-8888');
  const typed = { ...form, phone: '(85) 98888-7777' };
  expect(inputOf(person, accountFormSchema(person).parse(typed)).phone).toBe('85988887777');
});
