import { knotsFromKph } from '@atalaia/domain/units/units';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { fieldOf, openByMenu, rowOf, searchOf } from '../../fixtures/resource-list.ts';

test('[DEV-01] [DEV-03] [GRP-01] an administrator registers a device in a new group with all that is known of it, and a taken identifier is told at its field', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const taken = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Primeiro ${number}` });
  const parent = await admin.post<{ id: number }>('groups', { name: `Carga ${number}` });
  const email = `device-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');

  await openByMenu(page, 'Grupos');
  await page.keyboard.press('F1');
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByText('Nome é necessário')).toBeVisible();
  await page.keyboard.type(`Pesada ${number}`);
  await fieldOf(page, 'Grupo superior').fill(`Carga ${number}`);
  await page.getByRole('option', { name: `Carga ${number}` }).click();
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();
  // A group cannot be in what is in it, and is not offered it.
  await searchOf(page).fill(`Carga ${number}`);
  await rowOf(page, `Carga ${number}`).first().dblclick();
  await fieldOf(page, 'Grupo superior').fill(`Pesada ${number}`);
  await expect(page.getByRole('option', { name: `Pesada ${number}` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Voltar [ESC]' }).click();

  await openByMenu(page, 'Dispositivos');
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByText('Nome é necessário')).toBeVisible();
  await expect(page.getByText('Indentificador é necessário')).toBeVisible();
  await fieldOf(page, 'Nome').fill(`Cavalo ${number}`);
  await fieldOf(page, 'Identificador').fill(taken.uniqueId);
  await fieldOf(page, 'Grupo').fill(`Pesada ${number}`);
  await page.getByRole('option', { name: `Pesada ${number}` }).click();
  await fieldOf(page, 'Categoria').fill('Caminhão');
  await page.getByRole('option', { name: 'Caminhão', exact: true }).click();
  await fieldOf(page, 'Limite de velocidade').fill('80');
  await fieldOf(page, 'Placa').fill('QRS4B17');
  await fieldOf(page, 'RENAVAM').fill('123');
  await expect(page.getByText('Dígito verificador não confere. Você ainda pode salvar.')).toBeVisible();
  await fieldOf(page, 'Modelo do rastreador').fill('FMC130');
  await page.getByRole('option', { name: 'Teltonika FMC130' }).click();
  await fieldOf(page, 'Fuso horário do rastreador').fill('Manaus');
  await page.getByRole('option', { name: 'America/Manaus' }).click();
  await page.keyboard.press('F8');
  await expect(fieldOf(page, 'Identificador')).toHaveAttribute('aria-invalid', 'true');
  await expect(fieldOf(page, 'Placa')).toHaveValue('QRS4B17');
  const uniqueId = imeiOf(fresh());
  await fieldOf(page, 'Identificador').fill(uniqueId);
  await page.keyboard.press('F8');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await searchOf(page).fill(uniqueId);
  await expect(rowOf(page, `Cavalo ${number}`)).toContainText(`Pesada ${number}`);

  const [device] = await admin.get<{ id: number; attributes: { speedLimit: number } }[]>(
    `devices?uniqueId=${uniqueId}`,
  );
  expect(device).toMatchObject({
    category: 'truck',
    model: 'Teltonika FMC130',
    attributes: { plate: 'QRS4B17', renavam: '123', timezone: 'America/Manaus' },
  });
  expect(device?.attributes.speedLimit).toBeCloseTo(knotsFromKph(80), 6);
  expect(parent.id).toBeGreaterThan(0);

  // Shown as it was typed.
  await rowOf(page, `Cavalo ${number}`).dblclick();
  await expect(fieldOf(page, 'Limite de velocidade')).toHaveValue('80');
  await expect(fieldOf(page, 'Fuso horário do rastreador')).toHaveValue('America/Manaus');
  expect(await seriousFindings(page)).toEqual([]);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('[DEV-02] [LIST-02] a monitor sets odometer and hours, in km and h', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const user = await createMonitor(admin);
    const { email } = user;
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Counted ${number}` });
    await admin.link(user.id, device.id);
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAs(page, server, email, '/admin');
    await openByMenu(page, 'Devices');
    await page.getByRole('grid', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F4');
    const distance = fieldOf(page, 'Odometer \\(km\\)');
    await expect(distance).toHaveValue('0');
    await distance.fill('');
    await page.keyboard.press('F8');
    await expect(page.getByText('A name is required')).toBeVisible();
    await distance.fill('182,407.31');
    await fieldOf(page, 'Engine hours \\(h\\)').fill('4812.5');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('F8');
    await expect(page.getByRole('complementary')).toHaveCount(0);
    expect(await admin.get(`devices/${device.id}/accumulators`)).toMatchObject({
      totalDistance: 182_407_310,
      hours: 17_325_000_000,
    });
  });
});
