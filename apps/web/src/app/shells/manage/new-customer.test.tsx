// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { newCustomerTool } from './new-customer.tsx';

const customer = {
  ...{ id: 3, groupId: 0, cpfCnpj: '1', type: 'F', name: 'Transportes Sul', street: 'a', number: '1' },
  ...{ complement: null, neighborhood: 'b', city: 'c', state: 'PR', postalCode: '1', phone: '4133330000' },
  ...{ cellphone: '41999990000', notificationEmail: 'sul@example.com', secondaryEmail: null, notes: null },
  ...{ category: 'client', status: 'active', disabled: false, expirationDate: null, invoiceDay: null },
  ...{ registrationDate: '2026-01-01T00:00:00.000Z', attributes: {} },
};
const user = {
  ...{ id: 5, customerId: 3, customerName: null, companyId: 0, login: null, map: null, poiLayer: null },
  ...{ latitude: 0, longitude: 0, zoom: 0, twelveHourFormat: null, coordinateFormat: null },
  ...{ disabled: false, administrator: false, readonly: false, deviceReadonly: false },
  ...{ limitCommands: false, fixedEmail: false, temporary: false, deskRole: 'none', expirationTime: null },
  ...{ deviceLimit: 0, userLimit: 0, attributes: {} },
};
const fault = (status: number, code: string) =>
  Response.json({ requestId: '1', message: '', code, details: {} }, { status });

interface ServerParts {
  /** Answers `GET customers/3`. */
  readonly readCustomer?: () => Promise<Response>;
  /** Of what is posted there, so many fail. */
  readonly failures?: Record<string, number>;
}

/** At the step of the user, of a customer who was there already. */
async function atUser({ readCustomer = async () => Response.json(customer), failures = {} }: ServerParts) {
  let stored = user as typeof user & { name?: string; email?: string };
  const left = { ...failures };
  const { sent } = await act(() =>
    renderPage(
      <Suspense>{newCustomerTool.render({ keyword: '', onChanged: () => undefined })}</Suspense>,
      async ({ url, method, body }) => {
        const path = url.pathname.replace('/api/', '');
        if (path === 'customers') return Response.json([customer]);
        if (path === 'customers/3') return readCustomer();
        if (method === 'POST') {
          left[path] = (left[path] ?? 0) - 1;
          if (left[path] >= 0) return fault(500, 'internal-error');
        }
        if (path.endsWith('/invitation')) {
          return Response.json({
            url: 'http://server/access#1',
            mailed: true,
            expiresAt: customer.registrationDate,
          });
        }
        if (method !== 'GET' && path.startsWith('users')) stored = { ...stored, ...(body as object) };
        if (path.startsWith('users')) return Response.json({ phone: null, ...stored });
        if (path === 'devices') return fault(409, 'limit-reached');
        return Response.json([]);
      },
    ),
  );
  // what is begun is remembered, also by the next test
  onTestFinished(async () => {
    while (screen.queryByRole('dialog')) {
      for (const box of screen.queryAllByRole('textbox')) fireEvent.change(box, { target: { value: '' } });
      await press(screen.queryByRole('button', { name: en['newCustomer.skip'] }) ? 'skip' : 'next');
    }
  });
  fireEvent.click(screen.getByRole('button', { name: en['newCustomer.title'] }));
  fireEvent.click(await screen.findByRole('combobox', { name: en['newCustomer.existing'] }));
  fireEvent.click(await screen.findByText(customer.name));
  fireEvent.click(screen.getByRole('button', { name: en['newCustomer.useExisting'] }));
  await screen.findByLabelText(/^E-mail/);
  const written = () =>
    sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [`${method} ${url.pathname.replace('/api/', '')}`, body]);
  const keys = () =>
    sent.filter(({ method }) => method !== 'GET').map(({ headers }) => headers.get('idempotency-key'));
  return { written, keys };
}

const press = (key: 'invite' | 'skip' | 'addDevice' | 'next') =>
  act(async () => fireEvent.click(screen.getByRole('button', { name: en[`newCustomer.${key}`] })));

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

const type = (label: string, value: string) =>
  act(async () => fireEvent.change(field(label), { target: { value } }));

test('[CUS-01] a customer who cannot be read is the customer of the user and of the device all the same', async () => {
  const { written } = await atUser({ readCustomer: async () => fault(500, 'internal-error') });
  await type('Name', 'Ana');
  await type('E-mail', 'ana@example.com');
  await press('invite');
  await screen.findByLabelText(en['user.inviteLink']);
  await press('next');
  await type(en['device.name'], 'Gol');
  await type(en['device.uniqueId'], '86');
  await press('addDevice');
  await screen.findByRole('alert');
  expect(written()).toEqual([
    ['POST users', expect.objectContaining({ customerId: 3, name: 'Ana', email: 'ana@example.com' })],
    ['POST users/5/invitation', {}],
    // he sees it as one of his customer, and by no link of his own
    ['POST devices', { customerId: 3, name: 'Gol', uniqueId: '86' }],
  ]);
});

test('[CUS-01] a customer who is read late fills in what nobody typed, and leaves the field that is being typed in', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await atUser({ readCustomer: () => promise });
  const name = field('Name');
  name.focus();
  await type('Name', 'Ana');
  await act(async () => resolve(Response.json(customer)));
  await waitFor(() => expect(field('E-mail').value).toBe('sul@example.com'));
  expect([field('Name').value, document.activeElement]).toEqual(['Ana', name]);
});

test('[CUS-01] a user whose invitation failed is not made again, also after the window was closed, and has the address that was corrected', async () => {
  const { written, keys } = await atUser({ failures: { 'users/5/invitation': 2 } });
  await screen.findByDisplayValue('sul@example.com');
  await type('Name', 'Ana');
  await press('invite');
  await screen.findByRole('alert');
  await type('E-mail', 'ana@example.com');
  await press('invite');
  await waitFor(() => expect(written()).toHaveLength(4));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: en['action.close'] })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: en['newCustomer.continue'] }));
  await screen.findByDisplayValue('Ana');
  await press('invite');
  await screen.findByLabelText(en['user.inviteLink']);
  const contact = { name: 'Ana', phone: '41999990000' };
  expect(written()).toEqual([
    ['POST users', expect.objectContaining({ ...contact, email: 'sul@example.com' })],
    ['POST users/5/invitation', {}],
    ['PUT users/5', { ...contact, email: 'ana@example.com' }],
    ['POST users/5/invitation', {}],
    ['POST users/5/invitation', {}],
  ]);
  expect(keys()[3], 'of one that may have been made').toBe(keys()[1]);
});

test('[CUS-01] a user who may have been made is requested again as he was, and not as another one', async () => {
  const { written, keys } = await atUser({ failures: { users: 1 } });
  await screen.findByDisplayValue('sul@example.com');
  await press('invite');
  await screen.findByRole('alert');
  await press('invite');
  await screen.findByLabelText(en['user.inviteLink']);
  const [first, second] = written();
  expect([second, keys()[1]]).toEqual([first, keys()[0]]);
});

test('[CUS-01] a user who was made is told of what happens, though his invitation was left out after it failed', async () => {
  await atUser({ failures: { 'users/5/invitation': 1 } });
  await screen.findByDisplayValue('sul@example.com');
  await press('invite');
  await screen.findByRole('alert');
  await press('skip');
  await press('skip');
  expect(screen.queryByText(en['newCustomer.noUser'])).toBeNull();
});

test('[CUS-01] the next step has the focus, by its name', async () => {
  await atUser({});
  const group = screen.getByRole('group', { name: en['newCustomer.user'] });
  expect(document.activeElement).toBe(group);
  await press('skip');
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe(en['newCustomer.devices']),
  );
});
