import type { Api } from '@atalaia/fixtures/api';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../fixtures/axe.ts';
import { expect, fresh, imeiOf, password, test } from '../fixtures/journey.ts';
import { createCustomer } from '../fixtures/open-case.ts';
import { openResource, openResourceAs, rowOf, searchOf } from '../fixtures/resource-list.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
}

/** A customer with so many vehicles and one user. */
async function customerWith(admin: Api, name: string, devices: number) {
  const { id } = await createCustomer(admin, name);
  for (let at = 1; at <= devices; at++) {
    await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `${name} ${at}`, customerId: id });
  }
  const email = `user-${fresh()}@journey.local`;
  const user = await admin.createUser({ email, name: `Usuária de ${name}`, password, customerId: id });
  return { id, user };
}

/** Opens the question of a row's removal. */
async function askToRemove(page: Page, name: string) {
  await searchOf(page).fill(name);
  // its name, and not that of what it is in
  // a row of devices begins with its mark
  await page.getByRole('row', { name: new RegExp(`^(?:\\S+ )?${name}`) }).click();
  await page.keyboard.press('Control+r');
  return page.getByRole('dialog');
}

const ofCustomer = (admin: Api, id: number, noun: 'devices' | 'users') =>
  admin.get<Row[]>(`${noun}?customerId=${id}`);

test('[LIST-03] [CUS-02] a customer with 20 vehicles and a user: the dialog names them and asks; what came meanwhile is asked again; they stay', async ({
  page,
  server,
  admin,
}) => {
  const name = `Serra ${fresh()}`;
  const { id, user } = await customerWith(admin, name, 20);
  await openResourceAs(page, server, administrator.email, 'customers');
  const dialog = await askToRemove(page, name);
  const vehicles = dialog.getByRole('group', { name: '20 dispositivos: o que fazer?' });
  await expect(vehicles).toContainText(new RegExp(`${name} 1, .*e mais 14`));
  await expect(dialog.getByRole('group', { name: '1 usuário: o que fazer?' })).toContainText(user.name);
  const act = dialog.getByRole('button', { name: 'Remover' });
  await expect(act).toBeDisabled();
  await vehicles.getByRole('radio', { name: 'Manter, sem cliente' }).check();
  await expect(act).toBeDisabled();
  await dialog
    .getByRole('group', { name: /^1 usuário/ })
    .getByRole('radio', { name: /^Manter/ })
    .check();
  await expect(act).toBeEnabled();
  expect(await seriousFindings(page)).toEqual([]);

  // somebody else gives him another vehicle meanwhile
  const late = await admin.createDevice({
    ...{ uniqueId: imeiOf(fresh()), name: `${name} tardio`, customerId: id },
  });
  await act.click();
  await expect(dialog.getByText(/Nada foi removido: mudou o que está ligado/)).toBeVisible();
  await expect(act).toBeDisabled();
  expect(await admin.get<Row>(`customers/${id}`)).toMatchObject({ name });
  await dialog
    .getByRole('group', { name: '21 dispositivos: o que fazer?' })
    .getByRole('radio', { name: 'Manter, sem cliente' })
    .check();
  await dialog
    .getByRole('group', { name: /^1 usuário/ })
    .getByRole('radio', { name: /^Manter/ })
    .check();
  await act.click();
  await expect(page.getByText('Seus dados foram removidos')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toBeHidden();
  expect(await admin.get<Row>(`devices/${late.id}`)).toMatchObject({ customerId: 0 });
  expect(await admin.get<Row>(`users/${user.id}`)).toMatchObject({ customerId: 0, deviceReadonly: true });
});

test.describe('in English, by night', () => {
  test.use({ locale: 'en-US', colorScheme: 'dark' });

  test('[LIST-03] [CUS-02] they go to another customer, or are removed too; one who was faster leaves nothing to remove', async ({
    page,
    server,
    admin,
  }) => {
    const mark = fresh();
    const [moved, removed, target] = [`Moved ${mark}`, `Removed ${mark}`, `Target ${mark}`];
    const first = await customerWith(admin, moved, 2);
    const second = await customerWith(admin, removed, 2);
    const other = await createCustomer(admin, target);
    await openResourceAs(page, server, administrator.email, 'customers');

    let dialog = await askToRemove(page, moved);
    const act = () => dialog.getByRole('button', { name: 'Remove', exact: true });
    const vehicles = () => dialog.getByRole('group', { name: /^2 devices/ });
    const people = () => dialog.getByRole('group', { name: /^1 user/ });
    await vehicles().getByRole('radio', { name: 'Move to another customer' }).check();
    await people().getByRole('radio', { name: 'Remove too, with their access' }).check();
    await expect(act()).toBeDisabled();
    await vehicles()
      .getByRole('combobox', { name: /^Other customer/ })
      .fill(target);
    await page.getByRole('option', { name: target }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await act().click();
    await expect(dialog).toBeHidden();
    expect(await ofCustomer(admin, other.id, 'devices')).toHaveLength(2);
    await expect(admin.get(`users/${first.user.id}`)).rejects.toThrow(/404/);

    dialog = await askToRemove(page, removed);
    await vehicles()
      .getByRole('radio', { name: /^Remove too, with all history/ })
      .check();
    await people().getByRole('radio', { name: /^Keep/ }).check();
    const deleted = await ofCustomer(admin, second.id, 'devices');
    await act().click();
    await expect(dialog).toBeHidden();
    await expect(admin.get(`devices/${deleted[0]?.id}`)).rejects.toThrow(/404/);
    expect(await admin.get<Row>(`users/${second.user.id}`)).toMatchObject({ customerId: 0 });

    dialog = await askToRemove(page, target);
    await vehicles().getByRole('radio', { name: /^Keep/ }).check();
    const decision = 'decision=device:detach';
    await fetch(`${server.origin}/api/customers/${other.id}?${decision}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    await act().click();
    await expect(page.getByText('somebody else removed it')).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});

test('[LIST-03] [GRP-01] [SIN-12] a group’s members go to the group above; a device with an open case says what keeps it, one without what goes with it', async ({
  page,
  server,
  admin,
}) => {
  const mark = fresh();
  const above = await admin.post<Row>('groups', { name: `Acima ${mark}` });
  const middle = await admin.post<Row>('groups', { name: `Meio ${mark}`, groupId: above.id });
  const below = await admin.post<Row>('groups', { name: `Abaixo ${mark}`, groupId: middle.id });
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(fresh()), name: `Ônix ${mark}`, groupId: middle.id },
  });
  await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Fundo ${mark}`, groupId: below.id });
  await openResourceAs(page, server, administrator.email, 'groups');
  let dialog = await askToRemove(page, middle.name);
  await expect(dialog.getByText(/1 dispositivo nos grupos abaixo/)).toContainText(`Fundo ${mark}`);
  for (const kind of [/^1 grupo/, /^1 dispositivo:/]) {
    const members = dialog.getByRole('group', { name: kind });
    await members.getByRole('radio', { name: 'Passar para outro grupo' }).check();
    await expect(members.getByRole('combobox', { name: /^Outro grupo/ })).toHaveValue(above.name);
  }
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(dialog).toBeHidden();
  expect(await admin.get(`groups/${below.id}`)).toMatchObject({ groupId: above.id });
  expect(await admin.get(`devices/${device.id}`)).toMatchObject({ groupId: above.id });

  const customer = await createCustomer(admin);
  const opened = await admin.post<Row>('sinisters/open', {
    ...{ deviceId: device.id, customerId: customer.id, openingDate: new Date().toISOString() },
    ...{ openingType: 'theft', openingDescription: 'Levado.' },
  });
  await openResource(page, server, 'device');
  dialog = await askToRemove(page, device.name);
  await expect(dialog.getByText('Não pode ser removido enquanto houver:')).toBeVisible();
  await expect(dialog.getByText(/1 sinistro aberto/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remover' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await admin.put(`sinisters/${opened.id}/close`, {
    ...{ id: opened.id, closingDate: new Date().toISOString(), closingType: 'vehicleFound' },
    ...{ closingAddress: 'Rua A', closingDescription: 'Achado.', vehicleDamaged: false },
  });
  await admin.post('commands/send', { deviceId: device.id, type: 'rebootDevice' });
  dialog = await askToRemove(page, device.name);
  await expect(dialog.getByText(/1 comando na fila/)).toBeVisible();
  await expect(dialog.getByText(/1 sinistro fechado/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.get(`devices/${device.id}`)).rejects.toThrow(/404/);
});
