import { administrator } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, test } from '../../fixtures/journey.ts';
import { createCustomer } from '../../fixtures/open-case.ts';
import { openResourceAs } from '../../fixtures/resource-list.ts';

test('[CUS-01] from a customer to his user, his device and what he is told of, with the window closed and the page loaded again in between', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const [name, email] = [`Rota Nova ${number}`, `rota-${number}@journey.local`];
  const { id: customerId } = await createCustomer(admin, name);
  await openResourceAs(page, server, administrator.email, 'customers');
  await page.getByRole('button', { name: 'Novo cliente, passo a passo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo cliente, passo a passo' });
  await dialog.getByRole('combobox', { name: 'Cliente que já existe' }).fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Continuar com este' }).click();
  await expect(dialog.getByRole('group', { name: 'Usuário' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: /^Nome/ })).toHaveValue(name);
  await dialog.getByRole('textbox', { name: /^E-mail/ }).fill(email);

  // the button that waits has the focus no more: Escape closes the window, and not the page below it
  await page.route('**/invitation', () => undefined);
  await dialog.getByRole('button', { name: 'Criar e convidar' }).click();
  await expect(dialog.getByRole('button', { name: 'Criar e convidar' })).toHaveAttribute('aria-busy', 'true');
  const users = () =>
    admin.get<{ id: number; email: string; customerId: number }[]>(
      `users?keyword=${encodeURIComponent(email)}`,
    );
  await expect.poll(users).toMatchObject([{ email, customerId }]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/manage\/customers$/);
  await page.unroute('**/invitation');

  await page.reload();
  const goOn = page.getByRole('button', { name: 'Continuar o novo cliente' });
  await goOn.click();
  await expect(dialog.getByRole('textbox', { name: /^E-mail/ })).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Criar e convidar' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Link de convite' })).toHaveValue(/\/access#/);
  expect(await users()).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await expect(dialog.getByRole('group', { name: 'Dispositivos' })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);

  const uniqueId = imeiOf(number);
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(`Gol ${number}`);
  await dialog.getByRole('textbox', { name: 'Identificador' }).fill(uniqueId);
  await dialog.getByRole('button', { name: 'Adicionar dispositivo' }).click();
  await expect(dialog.getByText(`Adicionados: Gol ${number}`)).toBeVisible();
  expect(await admin.get(`devices?uniqueId=${uniqueId}`)).toMatchObject([{ uniqueId, customerId }]);

  await page.reload();
  await goOn.click();
  await dialog.getByRole('button', { name: 'Pular' }).click();
  await expect(dialog.getByRole('group', { name: 'Avisos', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await expect(dialog).toBeHidden();
  const [user] = await users();
  expect(await admin.get(`notifications?userId=${user?.id}`)).toMatchObject([
    { type: 'alarm', always: true },
  ]);
  await expect(page.getByRole('button', { name: 'Novo cliente, passo a passo' })).toBeVisible();
});
