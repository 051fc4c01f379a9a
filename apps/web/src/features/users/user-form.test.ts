import { type User, userInputSchema } from '@atalaia/contract/accounts/user';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import type { Person } from '../../lib/session/session-store.ts';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { userForm as form } from './user-form.ts';

const flags = { administrator: false, deviceReadonly: false, limitCommands: false, expirationTime: null };

function contextOf(profile: FormContext['profile'], person: Partial<Person> = {}): FormContext {
  return {
    profile,
    person: { id: 7, attributes: {}, ...flags, administrator: profile === 'admin', ...person } as Person,
    settings: resolveSettings({ timezone: 'America/Fortaleza' }),
    text: (key) => key,
    textOr: (_key, otherwise) => otherwise,
    formats: { speedUnit: 'km/h' } as FormContext['formats'],
  };
}

const admin = contextOf('admin');
const monitor = contextOf('monitor');

const stored: User = {
  id: 9,
  customerId: 4,
  customerName: 'Serra Azul',
  companyId: 0,
  name: 'Ana',
  email: 'ana@example.com',
  login: null,
  phone: '85999998888',
  map: null,
  latitude: -3.73,
  longitude: -38.52,
  zoom: 0,
  twelveHourFormat: null,
  coordinateFormat: 'dms',
  poiLayer: null,
  disabled: false,
  administrator: false,
  readonly: true,
  deviceReadonly: false,
  deskRole: 'none',
  limitCommands: false,
  fixedEmail: false,
  temporary: false,
  expirationTime: '2027-01-02T02:59:59.000Z',
  deviceLimit: -1,
  userLimit: 5,
  attributes: { profile: 'central', timezone: 'America/Manaus', favourite: 'blue' },
};

const faultsOf = (values: object, row?: User) =>
  form
    .schema(admin, row)
    .safeParse({ ...form.valuesOf(row, admin), ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

/** Names of the fields that are offered, in their sections. */
const offered = (context: FormContext, row?: User) =>
  form.sections
    .filter(({ when }) => when?.(context, row) ?? true)
    .flatMap(({ fields }) => fields)
    .filter(({ when }) => when?.(form.valuesOf(row, context), context, row) ?? true)
    .map(({ name }) => name);

test('[USR-01] [USR-03] a new user needs name, e-mail and a password of eight characters, all told at once', () => {
  expect(faultsOf({})).toEqual([
    ['name', 'user.nameRequired'],
    ['email', 'user.emailRequired'],
    ['password', 'form.required'],
  ]);
  expect(faultsOf({ name: 'x', email: 'x', password: 'abc', deviceLimit: '-2', userLimit: '1,5' })).toEqual([
    ['email', 'form.notAnEmail'],
    ['deviceLimit', 'form.outOfRange'],
    ['userLimit', 'form.notWhole'],
    ['password', 'user.passwordShort'],
  ]);
  expect(faultsOf({ expirationTime: '31/02/2026' }, stored)).toEqual([['expirationTime', 'form.notADate']]);
});

test('[USR-03] a password that nobody typed is not sent, and one that is typed is', () => {
  const values = form.valuesOf(stored, admin);
  expect(values.password).toBe('');
  expect(faultsOf({}, stored)).toBeUndefined();
  expect(form.inputOf(values, stored, admin)).not.toHaveProperty('password');
  expect(form.inputOf({ ...values, password: 'nova' }, stored, admin)).toHaveProperty('password', 'nova');
});

test('[USR-03] one’s own e-mail, login and password ask for the current one, and others’ do not', () => {
  const self = { ...stored, id: admin.person.id };
  const other = { ...stored, id: admin.person.id + 1 };
  const changes = [{ email: 'new@example.com' }, { login: 'another' }, { password: 'Mar alto 8' }];
  for (const change of changes) {
    expect(faultsOf(change, self)).toEqual([['currentPassword', 'user.currentNeeded']]);
    expect(faultsOf({ ...change, currentPassword: 'old' }, self)).toBeUndefined();
    expect(faultsOf(change, other)).toBeUndefined();
    const values = { ...form.valuesOf(self, admin), ...change, currentPassword: 'old' };
    expect(form.inputOf(values, self, admin)).toHaveProperty('currentPassword', 'old');
    expect(form.inputOf(values, other, admin)).not.toHaveProperty('currentPassword');
  }
});

test('[USR-01] a user that nobody changed goes back as he came, and the contract takes him', () => {
  const input = form.inputOf(form.valuesOf(stored, admin), stored, admin);
  const { id: _id, customerName: _name, fixedEmail: _fixed, temporary: _temporary, ...sent } = stored;
  expect(input).toEqual(sent);
  expect(userInputSchema.safeParse(input).success).toBe(true);
});

test('[USR-01] numbers that are left empty are 0, and the expiry is an instant of the zone of who types it', () => {
  const values = form.valuesOf(undefined, admin);
  // no place is no place, and not a point in the ocean
  expect(values).toMatchObject({ deviceLimit: '0', userLimit: '0', latitude: '', longitude: '', zoom: '' });
  const input = form.inputOf(
    {
      ...values,
      name: 'Ana',
      email: 'a@b.co',
      password: '1234',
      deviceLimit: '',
      expirationTime: '01/02/2027 08:30',
      phone: '(85) 99999-8888',
      latitude: '',
      attributes: [],
      speedUnit: 'kmh',
    },
    undefined,
    admin,
  );
  expect(input).toMatchObject({
    deviceLimit: 0,
    latitude: 0,
    expirationTime: '2027-02-01T11:30:00.000Z',
    phone: '85999998888',
    attributes: { speedUnit: 'kmh' },
  });
  expect(userInputSchema.safeParse(input).success).toBe(true);
});

test('[USR-01] [ROLE-05] nobody is offered what he may not change', () => {
  expect(offered(admin)).toContain('administrator');
  expect(offered(admin, stored)).toContain('profile');
  const byMonitor = offered(monitor, stored);
  expect(byMonitor).not.toContain('administrator');
  expect(byMonitor).not.toContain('profile');
  expect(byMonitor).toEqual(expect.arrayContaining(['deviceLimit', 'userLimit', 'customerId', 'readonly']));
  expect(offered(contextOf('monitor', { attributes: { profile: 'central' } }), stored)).toContain('profile');
  expect(offered(contextOf('monitor', { deviceReadonly: true }), stored)).not.toContain('deviceReadonly');
  const own = offered(monitor, { ...stored, id: 7 });
  for (const name of ['customerId', 'deviceLimit', 'expirationTime', 'readonly', 'disabled'] as const) {
    expect([name, own.includes(name)]).toEqual([name, false]);
  }
  expect(own).toEqual(expect.arrayContaining(['name', 'password', 'timezone', 'attributes']));
});

test('[ROLE-05] what a bound manager makes begins as bound as he is', () => {
  const bound = contextOf('monitor', {
    deviceReadonly: true,
    limitCommands: true,
    expirationTime: '2027-01-02T02:59:00.000Z',
  });
  const values = form.valuesOf(undefined, bound);
  expect(values).toMatchObject({
    deviceReadonly: true,
    limitCommands: true,
    expirationTime: '01/01/2027 23:59',
  });
  expect(form.inputOf(values, undefined, bound)).toMatchObject({
    expirationTime: '2027-01-02T02:59:00.000Z',
  });
});
