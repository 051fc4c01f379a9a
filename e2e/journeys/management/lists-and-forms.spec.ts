import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { checkHidden, fieldOf, openByMenu, rowOf, searchOf } from '../../fixtures/resource-list.ts';

/** Notes for each ctrl+r whether the page kept it from the browser, which would reload. */
const watchReload = (page: Page) =>
  page.evaluate(`window.stopped = [];
    addEventListener('keydown', (event) => {
      if (event.key === 'r' && event.ctrlKey) window.stopped.push(event.defaultPrevented);
    });`);
const reloadsStopped = (page: Page) => page.evaluate('window.stopped');

test('[LIST-01] [LIST-02] [LIST-03] [LIST-04] [LIST-06] [DRV-01] a monitor makes, changes and removes a driver with the keyboard alone', async ({
  page,
  server,
  admin,
}) => {
  const name = `Teclado ${fresh()}`;
  const taken = await admin.post<{ uniqueId: string }>('drivers', { name: 'Outro', uniqueId: `T${fresh()}` });
  const { email } = await createMonitor(admin);
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Motoristas');
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible();
  await watchReload(page);

  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { name: 'Novo motorista' })).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByText('Nome é necessário')).toBeVisible();
  await expect(page.getByText('Identificador é necessário')).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toBeFocused();

  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(taken.uniqueId);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Há alterações não salvas. Deseja descartá-las?')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'Nome')).toHaveValue(name);
  await page.keyboard.press('F8');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Já existe um motorista com este identificador' }).first(),
  ).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toHaveValue(name);
  await expect(fieldOf(page, 'Identificador')).toHaveAttribute('aria-invalid', 'true');

  await fieldOf(page, 'Identificador').fill(`K${fresh()}`);
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram salvos' })).toBeVisible();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Motoristas' })).toBeFocused();
  await expect(rowOf(page, name)).toHaveAttribute('aria-selected', 'true');
  // Its address names the view and nothing more.
  await expect(page).toHaveURL(/\/admin\/manage\/drivers$/);

  await page.keyboard.press('F2');
  await expect(fieldOf(page, 'Nome')).toHaveValue(name);
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Filho');
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram atualizados' })).toBeVisible();
  await expect(rowOf(page, `${name} Filho`)).toBeVisible();

  await page.getByRole('grid', { name: 'Motoristas' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+r');
  await expect(page.getByRole('dialog')).toContainText(`Tem certeza que deseja remover ${name} Filho?`);
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  // what hangs on it has been read
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remover' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram removidos' })).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);

  // In a text field the browser keeps its own keys.
  await searchOf(page).focus();
  await page.keyboard.press('Control+r');
  expect(await reloadsStopped(page)).toEqual([true, false]);
});

test('[LIST-02] [LIST-07] a list is searched, sorted and paged by the server, chosen from by click and by key, and read whole', async ({
  page,
  server,
  admin,
}) => {
  const tag = `Lista ${fresh()}`;
  await Promise.all(
    Array.from({ length: 61 }, (_, at) => {
      const number = String(at + 1).padStart(2, '0');
      return admin.post('drivers', { name: `${tag} ${number}`, uniqueId: `${tag}-${98 - at}` });
    }),
  );
  const email = `list-${fresh()}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Motoristas');
  await searchOf(page).fill(tag);
  const grid = page.getByRole('grid', { name: 'Motoristas' });
  await expect(page.getByText('1–10 de 61')).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(11);

  await grid.getByRole('button', { name: 'Identificador' }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText(`${tag} 61`);
  await expect(grid.getByRole('columnheader', { name: 'Identificador' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await grid.getByRole('button', { name: 'Identificador' }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText(`${tag} 01`);

  await page.getByRole('button', { name: 'Página 7' }).click();
  await expect(page.getByText('61–61 de 61')).toBeVisible();
  await checkHidden(page.getByRole('radio', { name: '50' }));
  await expect(page.getByText('1–50 de 61')).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(51);

  await checkHidden(page.getByRole('radio', { name: 'Todos' }));
  await expect(page.getByText('1–61 de 61')).toBeVisible();
  // Only what is in sight is drawn.
  expect(await grid.getByRole('row').count()).toBeLessThan(55);
  await grid.focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, `${tag} 61`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, `${tag} 60`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'Nome')).toHaveValue(`${tag} 60`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(grid).toBeFocused();

  await page.keyboard.press('Home');
  await rowOf(page, `${tag} 03`).dblclick();
  await expect(fieldOf(page, 'Nome')).toHaveValue(`${tag} 03`);
  // What is open, and what of the list is in sight, is known to a reload, though it has no address.
  await page.reload();
  await expect(fieldOf(page, 'Nome')).toHaveValue(`${tag} 03`);
  await page.goBack();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, `${tag} 03`)).toHaveAttribute('aria-selected', 'true');
  await expect(searchOf(page)).toHaveValue(tag);
  await expect(page.getByText('1–61 de 61')).toBeVisible();
  await expect(grid.getByRole('row').nth(1)).toContainText(`${tag} 01`);
  await searchOf(page).fill('nada que exista');
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible();
});

test('[LIST-06] who saves what somebody else changed meanwhile sees both, chooses field by field, and loses nothing', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const driver = await admin.post<{ id: number }>('drivers', {
    name: `Dois ${number}`,
    uniqueId: `D${number}`,
  });
  const email = `both-${fresh()}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Motoristas');
  await searchOf(page).fill(`Dois ${number}`);
  await rowOf(page, `Dois ${number}`).dblclick();
  await fieldOf(page, 'Nome').fill(`Meu ${number}`);
  await admin.put(`drivers/${driver.id}`, {
    id: driver.id,
    name: `Alheio ${number}`,
    uniqueId: `E${number}`,
    attributes: { cnh: '123' },
  });
  await page.keyboard.press('F8');
  const alert = page.getByRole('alert', { name: 'Outra pessoa salvou este cadastro enquanto você editava' });
  await expect(alert).toBeInViewport();
  // said once, where it is settled
  await expect(page.getByText('Outra pessoa salvou este cadastro enquanto você editava')).toHaveCount(1);
  await expect(alert.getByRole('row', { name: 'Nome' })).toContainText(`Meu ${number}`);
  await expect(alert.getByRole('row', { name: 'Nome' })).toContainText(`Alheio ${number}`);
  await expect(alert.getByRole('row', { name: 'Identificador' })).toContainText(`E${number}`);
  // What he had not touched is the other's already; what both did is his own until he says otherwise.
  await expect(fieldOf(page, 'Nome')).toHaveValue(`Meu ${number}`);
  await expect(fieldOf(page, 'Identificador')).toHaveValue(`E${number}`);
  const choice = alert.getByRole('group', { name: 'Nome' });
  await checkHidden(choice.getByRole('radio', { name: 'Ficar com o valor salvo' }));
  await expect(fieldOf(page, 'Nome')).toHaveValue(`Alheio ${number}`);
  await checkHidden(choice.getByRole('radio', { name: 'Manter o seu valor' }));
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'Seus dados foram atualizados' })).toBeVisible();
  expect(await admin.get(`drivers/${driver.id}`)).toMatchObject({
    name: `Meu ${number}`,
    uniqueId: `E${number}`,
    attributes: { cnh: '123' },
  });
});

test('[LIST-05] [LIST-06] a fleet reads its lists and changes nothing; a form with changes is left only when the person says so', async ({
  page,
  server,
  admin,
}) => {
  const fleet = `fleet-${fresh()}@journey.local`;
  const { id } = await admin.createUser({ email: fleet, password });
  const devices = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const number = fresh();
      const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Frota ${at} ${number}` });
      await admin.link(id, device.id);
      return device;
    }),
  );
  await openAs(page, server, fleet, '/fleet');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('button', { name: 'Dispositivos' }).click();
  const window = page.getByRole('dialog', { name: 'Dispositivos' });
  await window.getByRole('row', { name: devices[0]?.name ?? '' }).click();
  await expect(window.getByRole('row', { name: devices[0]?.name ?? '' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  for (const name of [/Adicionar/, /Editar/, /Associar/, /Odometro/, /Remover/]) {
    await expect(window.getByRole('button', { name })).toHaveCount(0);
  }
  await page.keyboard.press('F1');
  await page.keyboard.press('F2');
  await expect(window.getByRole('complementary')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await page.getByRole('button', { name: /^Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();

  const { email } = await createMonitor(admin);
  await openAs(page, server, email, '/admin');
  await openByMenu(page, 'Grupos');
  await page.keyboard.press('F1');
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await page.keyboard.type('Meio digitado');
  const question = page.getByRole('dialog', { name: 'Alterações não salvas' });
  const leave = [
    () => page.getByRole('link', { name: 'Motoristas' }).click(),
    () => page.getByRole('main').getByRole('button', { name: 'Fechar', exact: true }).click(),
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Voltar [ESC]' }).click(),
  ];
  for (const way of leave) {
    await way();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(fieldOf(page, 'Nome')).toHaveValue('Meio digitado');
  }
  await page.getByRole('link', { name: 'Motoristas' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Motoristas' })).toBeVisible();
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('[LIST-04] [ROUTE-05] list and form speak English, and neither theme holds a barrier', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    await admin.post('drivers', { name: `Look ${number}`, uniqueId: `L${number}` });
    const email = `look-${fresh()}@journey.local`;
    await admin.createUser({ email, password, administrator: true });
    await openAs(page, server, email, '/admin');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await openByMenu(page, 'Drivers');
      await searchOf(page).fill(`Look ${number}`);
      await rowOf(page, `Look ${number}`).click();
      await page.getByRole('button', { name: 'Edit [F2]' }).click();
      await expect(page.getByRole('button', { name: 'Update [F8]' })).toBeVisible();
      await fieldOf(page, 'Name').fill('');
      await page.keyboard.press('F8');
      await expect(page.getByText('A name is required')).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Back [ESC]' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('complementary')).toHaveCount(0);
    }
  });
});
