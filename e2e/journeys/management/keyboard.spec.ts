import { administrator } from '@atalaia/fixtures/running-server';
import type { Locator, Page } from '@playwright/test';
import { expect, fresh, imeiOf, password, test } from '../../fixtures/journey.ts';
import { fieldOf, openResourceAs, rowOf, searchOf } from '../../fixtures/resource-list.ts';

/** No page needs more steps from one thing to another. */
const mostSteps = 120;

/** Whether something is above what has the focus: backwards it is nearer. */
const isAbove = (target: Locator) =>
  target.evaluate((element) => {
    const focused = element.ownerDocument.activeElement;
    if (focused === null || focused === element.ownerDocument.body) return false;
    return (focused.compareDocumentPosition(element) & element.DOCUMENT_POSITION_PRECEDING) > 0;
  });

/** Presses Tab, or Shift+Tab, until something has the focus, as a person does who has no mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const key = (await isAbove(target)) ? 'Shift+Tab' : 'Tab';
  // found once: each press would look for its name all over the page
  const element = await target.elementHandle();
  for (let step = 0; step < mostSteps; step++) {
    if (await element?.evaluate((node) => node === node.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Opens a list of a field, narrows it by typing where it can be, and takes what is wanted with Enter. */
async function pick(page: Page, name: string, option: string): Promise<void> {
  const field = page.getByRole('complementary').getByRole('combobox', { name: new RegExp(`^${name}`) });
  await tabTo(page, field);
  const isTyped = !(await field.getAttribute('readonly').then((value) => value !== null));
  if (isTyped) await page.keyboard.type(option);
  else await page.keyboard.press('Enter');
  const shownOption = page.getByRole('option', { name: option, exact: !isTyped }).first();
  await expect(shownOption).toBeVisible();
  for (let step = 0; step < mostSteps; step++) {
    if ((await shownOption.getAttribute('data-combobox-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(shownOption).toBeHidden();
}

async function openByMenu(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('link', { name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(searchOf(page)).toBeVisible();
  await page.keyboard.press('F1');
  // The form takes the focus as it opens.
  await expect(page.getByRole('complementary').locator(':focus')).toBeVisible();
}

async function save(page: Page, name: string): Promise<void> {
  await page.keyboard.press('F8');
  await expect(page.getByRole('complementary')).toBeHidden();
  await write(page, searchOf(page), name);
  await expect(rowOf(page, name).first()).toBeVisible();
}

test('[CUS-01] [DEV-01] [DRV-01] [GEO-01] [PERM-01] [LIST-02] without a mouse a person registers a customer with a device, a driver and a geofence, and links them', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `keys-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  const [customer, device] = [`Cliente ${number}`, `Moto ${number}`];
  const [driver, geofence] = [`Piloto ${number}`, `Garagem ${number}`];

  await page.goto(`${server.origin}/login`);
  await write(page, page.getByLabel('Usuário ou e-mail'), email);
  await write(page, page.getByLabel('Senha', { exact: true }), password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin$/);

  await openByMenu(page, 'Clientes');
  await write(page, fieldOf(page, 'CPF/CNPJ'), '52998224725');
  await write(page, fieldOf(page, 'Nome'), customer);
  const address = {
    CEP: '60135040',
    Logradouro: 'Rua A',
    Número: '1',
    Bairro: 'Centro',
    Cidade: 'Fortaleza',
  };
  for (const [name, text] of Object.entries(address)) await write(page, fieldOf(page, name), text);
  await pick(page, 'Estado', 'CE');
  await write(page, fieldOf(page, 'Telefone'), '8533334444');
  await write(page, fieldOf(page, 'E-mail para notificações'), 'teclas@journey.local');
  await pick(page, 'Categoria', 'Cliente');
  await pick(page, 'Situação', 'Ativo');
  await save(page, customer);

  await openByMenu(page, 'Motoristas');
  await write(page, fieldOf(page, 'Nome'), driver);
  await write(page, fieldOf(page, 'Identificador'), `K${number}`);
  await save(page, driver);

  await openByMenu(page, 'Cercas');
  await write(page, fieldOf(page, 'Nome'), geofence);
  await write(page, page.getByLabel('Centro (latitude, longitude)'), '-3.7319, -38.5267');
  await write(page, page.getByLabel('Raio (m)'), '150');
  await save(page, geofence);

  await openByMenu(page, 'Dispositivos');
  await write(page, fieldOf(page, 'Nome'), device);
  await write(page, fieldOf(page, 'Identificador'), imeiOf(number));
  await pick(page, 'Cliente', customer);
  await save(page, device);

  await tabTo(page, page.getByRole('grid'));
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, device).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('F3');
  const tabs = page.getByRole('tablist');
  for (const [tab, linked] of [
    ['Motoristas', driver],
    ['Cercas', geofence],
  ] as const) {
    await tabTo(page, tabs.getByRole('tab', { selected: true }));
    for (let step = 0; step < mostSteps; step++) {
      if ((await tabs.getByRole('tab', { name: tab }).getAttribute('aria-selected')) === 'true') break;
      await page.keyboard.press('ArrowRight');
    }
    await write(page, page.getByRole('complementary').getByRole('searchbox'), linked);
    await expect(page.getByRole('complementary').getByRole('switch')).toHaveCount(1);
    const link = page.getByRole('switch', { name: `Associar ${linked}` });
    await tabTo(page, link);
    await page.keyboard.press('Space');
    await expect(link).toBeChecked();
  }
  await page.keyboard.press('Escape');

  const [made] = await admin.get<{ id: number; customerName: string }[]>(`devices?keyword=${imeiOf(number)}`);
  expect(made?.customerName).toBe(customer);
  const names = async (path: string) =>
    (await admin.get<{ name: string }[]>(`${path}?deviceId=${made?.id}&inherited=true`)).map(
      ({ name }) => name,
    );
  await expect.poll(() => names('drivers')).toEqual([driver]);
  await expect.poll(() => names('geofences')).toEqual([geofence]);
});

test('[LIST-02] [CUS-01] one letter that opens a list marks the first that begins so, and Enter takes it', async ({
  page,
  server,
}) => {
  await openResourceAs(page, server, administrator.email, 'customers');
  await page.keyboard.press('F1');
  const field = fieldOf(page, 'Estado');
  await tabTo(page, field);
  await page.keyboard.press('R');
  // of the field: the vehicles of the list beside the map are options too
  const options = page.getByRole('option').and(page.locator('[data-combobox-option]'));
  await expect(options.first()).toHaveAttribute('data-combobox-selected', 'true');
  const marked = (await options.first().textContent()) ?? '';
  expect(marked).toMatch(/^R/);
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue(marked);
});

test('[LIST-02] [LIST-04] Enter takes the marked row, and no other, though the answer to what was typed moves the rows', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  for (const name of ['1', '2', '22']) await admin.post('groups', { name: `Pátio ${number} ${name}` });
  await openResourceAs(page, server, administrator.email, 'devices');
  await page.keyboard.press('F1');
  const field = fieldOf(page, 'Grupo');
  const options = page.getByRole('option', { name: `Pátio ${number}` });
  await field.click();
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('keyword') === `Pátio ${number}`,
  );
  await page.keyboard.type(`Pátio ${number}`);
  await answered;
  await expect(options).toHaveText(['1', '2', '22'].map((name) => `Pátio ${number} ${name}`));

  const { promise: isMarked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/groups?*', async (route) => {
    await isMarked;
    await route.continue();
  });
  await page.keyboard.type(' 2');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  answer();
  await expect(options).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Pátio ${number} 2`);
  await expect(options).toHaveCount(0);
});
