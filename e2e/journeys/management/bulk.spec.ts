import type { User } from '@atalaia/contract/accounts/user';
import type { Device } from '@atalaia/contract/devices/device';
import { administrator } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, password, test } from '../../fixtures/journey.ts';
import { narrow, openResource, openResourceAs, rowOf, searchOf } from '../../fixtures/resource-list.ts';

test('[LIST-02] [LIST-05] [LIST-07] several devices are marked with Shift, Space and all at once, changed and removed, and each is undone; columns are chosen and remembered, filters narrow', async ({
  page,
  server,
  admin,
}) => {
  const mark = `Lote ${fresh()}`;
  const devices: Device[] = [];
  for (const letter of ['a', 'b', 'c']) {
    const uniqueId = imeiOf(fresh());
    devices.push(
      await admin.createDevice({
        uniqueId,
        name: `${mark} ${letter}`,
        attributes: { plate: `LOT${letter}` },
      }),
    );
  }
  const group = await admin.post<{ id: number }>('groups', { name: `Frota ${mark}` });
  const groupsNow = async () => {
    const found = await admin.get<Device[]>(`devices?keyword=${encodeURIComponent(mark)}`);
    return found.map(({ groupId }) => groupId);
  };
  await openResourceAs(page, server, administrator.email, 'device');
  await narrow(page, mark, 3);
  await expect(rowOf(page, `${mark} c`)).toBeVisible();

  await page.getByRole('checkbox', { name: `Selecionar ${mark} a` }).click();
  await page.getByRole('checkbox', { name: `Selecionar ${mark} c` }).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('group', { name: 'Linhas selecionadas' });
  await expect(bar.getByText('3 selecionadas')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Grupo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Grupo' });
  await dialog.getByRole('combobox', { name: 'Grupo' }).fill(`Frota ${mark}`);
  await page.getByRole('option', { name: `Frota ${mark}` }).click();
  await dialog.getByRole('button', { name: 'Trocar grupo' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Alteração feita em 3 dispositivos.')).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await groupsNow()).toEqual([group.id, group.id, group.id]);
  await expect(rowOf(page, `${mark} b`)).toContainText(`Frota ${mark}`);
  // a reload keeps the way back
  await page.reload();
  await page.getByRole('button', { name: /^Desfazer/ }).click();
  await expect(page.getByText('Alteração desfeita')).toBeVisible();
  expect(await groupsNow()).toEqual([0, 0, 0]);

  // by keys: the marked row, and Ctrl+A for all that is filtered
  await searchOf(page).fill(mark);
  await rowOf(page, `${mark} b`).click();
  await page.keyboard.press('Space');
  await expect(bar.getByText('1 selecionada')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(bar.getByText('3 selecionadas')).toBeVisible();
  await bar.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(page.getByText(/^Remoção de 3 dispositivos em \d+ s\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Desfazer/ }).click();
  await expect(page.getByText(/^Remoção de/)).toBeHidden();
  expect(await groupsNow()).toHaveLength(3);

  await page.getByRole('button', { name: /^Colunas/ }).click();
  await page.getByRole('checkbox', { name: /^Placa/ }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Placa' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Placa' })).toBeVisible();
  await expect(rowOf(page, `${mark} a`)).toContainText('LOTa');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Desativado' }).click();
  await expect(page.getByText('Nenhum registro encontrado.')).toBeVisible();
  await page.getByRole('button', { name: 'Tirar o filtro Estado' }).click();
  await expect(rowOf(page, `${mark} a`)).toBeVisible();
});

test('[CMD-04] [CMD-07] marked rows get one command after a question that names each of them; a block names who refuses it', async ({
  page,
  server,
  admin,
}) => {
  const mark = `Comando ${fresh()}`;
  for (const letter of ['a', 'b', 'c'])
    await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `${mark} ${letter}` });
  await openResourceAs(page, server, administrator.email, 'device');
  await narrow(page, mark, 3);
  await page.getByRole('checkbox', { name: `Selecionar ${mark} a` }).click();
  await page.getByRole('checkbox', { name: `Selecionar ${mark} b` }).click();
  const bar = page.getByRole('group', { name: 'Linhas selecionadas' });
  await bar.getByRole('button', { name: 'Enviar comando' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Para 2 dispositivos selecionados na lista.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Tipo *' }).click();
  await page.getByRole('option', { name: 'Bloquear' }).click();
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  const question = page.getByRole('region', { name: 'Bloquear em lote' });
  await expect(question.getByRole('row', { name: `${mark} a` })).toContainText('sem posição recente');
  await expect(question.getByRole('row', { name: `${mark} b` })).toBeVisible();
  await expect(question.getByRole('row', { name: `${mark} c` })).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Roubo' }).click();
  await question.getByRole('button', { name: 'Enviar', exact: true }).click();
  const outcome = page.getByRole('region', { name: 'Resultado por dispositivo' });
  await expect(outcome.getByRole('row', { name: `${mark} a` })).toContainText('recusado');
  await expect(outcome.getByRole('row', { name: `${mark} b` })).toContainText('recusado');
  await expect(outcome.getByRole('row', { name: `${mark} c` })).toHaveCount(0);
});

test('[LIST-05] [ROLE-05] users are disabled at once but for oneself, who is named; customers and drivers are removed at once; each is undone', async ({
  page,
  server,
  admin,
}) => {
  const mark = `Turma ${fresh()}`;
  const made = async (letter: string) =>
    admin.post<User>('users', {
      name: `${mark} ${letter}`,
      email: `${fresh()}@example.com`,
      password,
      attributes: { keyword: mark },
    });
  const users = [await made('a'), await made('b')];
  const [, chief] = [
    await admin.post<User>('users', {
      ...{ name: `${mark} chefe`, email: `${fresh()}@example.com`, password, administrator: true },
    }),
    await admin.post<User>('users', {
      ...{ name: `${mark} eu`, email: `${fresh()}@example.com`, password, administrator: true },
    }),
  ];
  const stateOf = async ({ id }: User) => (await admin.get<User>(`users/${id}`)).disabled;
  await openResourceAs(page, server, chief.email, 'users');
  await narrow(page, mark, 4);
  await rowOf(page, `${mark} a`).click();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Linhas selecionadas' });
  await expect(bar.getByText('4 selecionadas')).toBeVisible();
  await bar.getByRole('button', { name: 'Desativar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desativar' });
  await expect(dialog.getByText(/^Desativar 4 usuários\?/)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Desativar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Sem alteração: 1 usuário');
  await expect(dialog.getByRole('listitem')).toHaveText([`${mark} eu É a sua própria conta.`]);
  expect(await seriousFindings(page)).toEqual([]);
  await expect(rowOf(page, `${mark} a`).getByText('Desativado')).toBeAttached();
  // the window's own Escape: the list stays
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Alteração feita em 3 usuários.')).toBeVisible();
  expect(await Promise.all([...users, chief].map(stateOf))).toEqual([true, true, false]);
  await expect(rowOf(page, `${mark} a`)).toContainText('Desativado');
  await page.getByRole('button', { name: /^Desfazer/ }).click();
  await expect(page.getByText('Alteração desfeita')).toBeVisible();
  expect(await Promise.all(users.map(stateOf))).toEqual([false, false]);
  await expect(rowOf(page, `${mark} a`)).toContainText('Ativo');

  const names = ['a', 'b'].map((letter) => `${mark} ${letter}`);
  for (const name of names) await admin.post('drivers', { name, uniqueId: imeiOf(fresh()) });
  await openResource(page, server, 'drivers');
  await narrow(page, mark, 2);
  await page.getByRole('checkbox', { name: `Selecionar ${mark} a` }).click();
  await page.getByRole('checkbox', { name: `Selecionar ${mark} b` }).click({ modifiers: ['Shift'] });
  await bar.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(page.getByText(/^Remoção de 2 motoristas em \d+ s\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Desfazer/ }).click();
  await expect(page.getByText(/^Remoção de/)).toBeHidden();
  expect(await admin.get<unknown[]>(`drivers?keyword=${encodeURIComponent(mark)}`)).toHaveLength(2);
});

test('[LIST-05] all that a list is filtered by is another number by now: nothing is changed, and the question has the new number', async ({
  page,
  server,
  admin,
}) => {
  const mark = `Escala ${fresh()}`;
  const make = (letter: string) =>
    admin.post('drivers', { name: `${mark} ${letter}`, uniqueId: imeiOf(fresh()) });
  for (const letter of ['a', 'b']) await make(letter);
  await openResourceAs(page, server, administrator.email, 'drivers');
  await narrow(page, mark, 2);
  await rowOf(page, `${mark} a`).click();
  await page.keyboard.press('Control+a');
  await page
    .getByRole('group', { name: 'Linhas selecionadas' })
    .getByRole('button', { name: 'Remover' })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Remover 2 motoristas\?/)).toBeVisible();
  await make('c');
  await dialog.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('A lista mudou nesse meio-tempo: nada foi alterado.');
  await expect(dialog.getByText(/^Remover 3 motoristas\?/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(page.getByText(/^Remoção de 3 motoristas em \d+ s\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Desfazer/ }).click();
  await expect(page.getByText('Alteração desfeita: 3 motoristas.')).toBeVisible();
});
