import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { checkHidden, openResourceAs, rowOf, searchOf } from '../../fixtures/resource-list.ts';

/** What is open beside the list. */
const pane = (page: Page) => page.getByRole('complementary');
const switchOf = (page: Page, name: string) =>
  pane(page).getByRole('switch', { name: new RegExp(`^(Associar|Link) ${name}$`) });
/** The switch's own track is over its input, and is what a person clicks. */
const onTrack = { force: true } as const;
const names = (page: Page) => pane(page).getByRole('tab').allTextContents();

test('[PERM-01] [PERM-02] [PERM-03] an administrator switches what a device is linked to: own links first, inherited ones with their group, a refusal taken back, all found at once', async ({
  page,
  server,
  admin,
}) => {
  const mark = `L${fresh()}`;
  const group = await admin.post<{ id: number }>('groups', { name: `Frota ${mark}` });
  const device = await admin.createDevice({
    uniqueId: imeiOf(fresh()),
    name: `Carro ${mark}`,
    groupId: group.id,
  });
  const geofence = async (name: string) =>
    (
      await admin.post<{ id: number }>('geofences', {
        name: `${mark} ${name}`,
        area: 'CIRCLE (-3.7 -38.5, 20)',
      })
    ).id;
  const [own, inherited, removed] = [await geofence('z'), await geofence('y'), await geofence('a')];
  for (const at of ['b', 'c', 'd', 'e']) await geofence(at);
  await admin.post('permissions', { deviceId: device.id, geofenceId: own });
  await admin.post('permissions', { groupId: group.id, geofenceId: inherited });
  const direct = async () => {
    const list = await admin.get<{ name: string }[]>(`geofences?deviceId=${device.id}`);
    return list.map(({ name }) => name.replace(`${mark} `, ''));
  };
  const email = `links-${mark}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openResourceAs(page, server, email, 'devices');
  await searchOf(page).fill(`Carro ${mark}`);
  await rowOf(page, `Carro ${mark}`).click();
  await page.keyboard.press('F3');
  await expect(page.getByRole('heading', { name: `Associar a Carro ${mark}` })).toBeVisible();
  expect(await names(page)).toEqual([
    'Notificações',
    'Motoristas',
    'Cercas',
    'Manutenções',
    'Atributos calculados',
    'Comandos salvos',
    'Pronta resposta',
  ]);
  await pane(page).getByRole('tab', { name: 'Cercas' }).click();
  await pane(page).getByRole('searchbox').fill(mark);
  await checkHidden(pane(page).getByRole('radio', { name: '5' }));
  await expect(pane(page).getByText('1–5 de 7')).toBeVisible();
  const rows = pane(page).getByRole('row');
  await expect(rows.nth(1)).toContainText(`${mark} z`);
  await expect(rows.nth(1)).toContainText('Vínculo próprio');
  await expect(rows.nth(2)).toContainText(`${mark} y`);
  await expect(rows.nth(2)).toContainText(`Herdado de Frota ${mark}`);
  await expect(switchOf(page, `${mark} y`)).toBeChecked();
  await expect(switchOf(page, `${mark} y`)).toBeDisabled();
  await expect(switchOf(page, `${mark} b`)).not.toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);

  // Seen at once, and nothing moves under the hand.
  await switchOf(page, `${mark} b`).click(onTrack);
  await expect(switchOf(page, `${mark} b`)).toBeChecked();
  await switchOf(page, `${mark} z`).click(onTrack);
  await expect(switchOf(page, `${mark} z`)).not.toBeChecked();
  await expect.poll(direct).toEqual(['b']);
  await expect(rows.nth(1)).toContainText(`${mark} z`);

  // Somebody removed it meanwhile: the switch goes back.
  await fetch(`${server.origin}/api/geofences/${removed}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  await switchOf(page, `${mark} a`).click(onTrack);
  await expect(page.getByText('O vínculo não foi alterado. Tente de novo.')).toBeVisible();
  await expect(switchOf(page, `${mark} a`)).not.toBeChecked();

  await pane(page).getByRole('button', { name: 'Associar todos', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Associar 4 itens a Carro ${mark}?`);
  await dialog.getByRole('button', { name: 'Associar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows.nth(1)).toContainText(`${mark} b`);
  await expect(switchOf(page, `${mark} c`)).toBeChecked();
  expect(await direct()).toEqual(['b', 'c', 'd', 'e', 'z']);
  await page.keyboard.press('Escape');
  await expect(pane(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/manage\/devices$/);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('[PERM-01] [PERM-02] [ROLE-05] a monitor links a device to whom he manages, who sees it at once, and switches nothing of what he sees himself', async ({
    page,
    browser,
    server,
    admin,
  }) => {
    const mark = `M${fresh()}`;
    const [email, managedEmail] = [`monitor-${mark}@journey.local`, `managed-${mark}@journey.local`];
    const monitor = await admin.createUser({ email, password, attributes: { profile: 'central' } });
    const managed = await admin.createUser({ email: managedEmail, name: `Managed ${mark}`, password });
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Van ${mark}` });
    await admin.link(monitor.id, device.id);
    await admin.post('permissions', { userId: monitor.id, managedUserId: managed.id });
    const theirs = await browser.newPage({ locale: 'en-US' });
    await openAs(theirs, server, managedEmail, '/client');

    await page.emulateMedia({ colorScheme: 'dark' });
    await openResourceAs(page, server, email, 'users');
    await rowOf(page, `Managed ${mark}`).click();
    await page.getByRole('button', { name: /\[F3\]/ }).click();
    await expect(pane(page).getByRole('tab')).toHaveCount(11);
    expect(await names(page)).toEqual([
      ...['Devices', 'Notifications', 'Geofences', 'Groups', 'Calendars', 'Drivers', 'Maintenance'],
      ...['Computed attributes', 'Saved commands', 'Prompt response', 'Users'],
    ]);
    await expect(theirs.getByText(`Van ${mark}`)).toHaveCount(0);
    await switchOf(page, `Van ${mark}`).click(onTrack);
    await expect(switchOf(page, `Van ${mark}`)).toBeChecked();
    await expect(theirs.getByText(`Van ${mark}`).first()).toBeAttached();
    expect(await seriousFindings(page)).toEqual([]);
    await theirs.close();

    await rowOf(page, email).click();
    await page.getByRole('button', { name: /\[F3\]/ }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`Associate with ${email}`) })).toBeVisible();
    await expect(pane(page).getByText('You can see these links, but not change them.')).toBeVisible();
    await expect(switchOf(page, `Van ${mark}`)).toBeDisabled();
    await expect(pane(page).getByRole('button', { name: 'Link all' })).toHaveCount(0);
  });
});

test('[LIST-05] [ROLE-06] a fleet sees its devices without a way to change their links, and the API refuses it too', async ({
  page,
  server,
  admin,
}) => {
  const mark = `F${fresh()}`;
  const email = `fleet-${mark}@journey.local`;
  const fleet = await admin.createUser({ email, password, readonly: true });
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `${mark} ${at}` });
    await admin.link(fleet.id, device.id);
  }
  await openAs(page, server, email, '/fleet');
  await page.getByRole('button', { name: 'Dispositivos' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: `${mark} 1` }).click();
  await expect(dialog.getByRole('button', { name: /\[F[123]\]|ctrl\+r/ })).toHaveCount(0);
  await page.keyboard.press('F3');
  await expect(dialog.getByRole('tab')).toHaveCount(0);
});
