import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';
import { formOf, narrow, openResourceAs, rowOf } from '../../fixtures/resource-list.ts';

test('[CUS-02] [DEV-01] [DRIFT-02] a customer’s page says whom to call, what he has and what he pays; it leads to a device’s page, and the map to that too', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `records-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await admin.put('reconciliation/prices', [{ category: '', cents: 4990 }]);
  const customer = await admin.post<{ id: number }>('customers', {
    ...{ name: `Águia ${number}`, type: 'F', cpfCnpj: '52998224725', street: 'Rua A', number: '7' },
    ...{ neighborhood: 'Centro', city: 'Natal', state: 'RN', postalCode: '59000000' },
    ...{ phone: '84999990000', notificationEmail: 'a@journey.local', category: 'client', status: 'active' },
  });
  const bare = await admin.post<{ id: number }>('customers', {
    ...{ name: `Vazio ${number}`, type: 'F', cpfCnpj: '52998224725', street: 'Rua B', number: '8' },
    ...{ neighborhood: 'Centro', city: 'Natal', state: 'RN', postalCode: '59000000' },
    ...{ phone: '84999990000', notificationEmail: 'b@journey.local', category: 'client', status: 'active' },
  });
  expect(bare.id).toBeGreaterThan(customer.id);
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `Uno ${number}`, customerId: customer.id, phone: '84988887777' },
    attributes: { iccid: '8955010112345678901', installationLocation: 'Atrás do painel' },
  });
  await admin.createUser({ email: `ana-${number}@journey.local`, password, customerId: customer.id });
  const phones = [{ number: '84 98888-0000', whatsapp: false }];
  await admin.put(`customers/${customer.id}/contacts`, { contacts: [{ name: 'José Carlos', phones }] });
  const opened = { openingDate: new Date().toISOString(), openingType: 'theft', openingDescription: 'x' };
  await admin.post('sinisters/open', { deviceId: device.id, customerId: customer.id, ...opened });

  await openResourceAs(page, server, email, 'customers');
  // among many customers the last of two is not drawn
  await narrow(page, String(number), 2);
  await rowOf(page, `Vazio ${number}`).click();
  await page.getByRole('button', { name: 'Ficha' }).click();
  const record = formOf(page);
  for (const hint of ['Sem veículos ativos', 'Nenhum dispositivo.', 'Nenhum usuário.', 'Nenhum contato.']) {
    await expect(record.getByText(hint)).toBeVisible();
  }
  await page.keyboard.press('Escape');

  await rowOf(page, `Águia ${number}`).click();
  await page.getByRole('button', { name: 'Ficha' }).click();
  const part = (name: string) => record.getByRole('region', { name });
  await expect(part('Mensalidade')).toContainText('R$ 49,90');
  await expect(part('Usuários (1)')).toContainText(`ana-${number}@journey.local`);
  await expect(part('Contatos')).toContainText('José Carlos');
  await expect(part('Sinistros (1)')).toContainText('Aberto');
  await expect(part('Histórico')).toContainText('Criou');
  expect(await seriousFindings(page)).toEqual([]);

  await part('Dispositivos (1)')
    .getByRole('button', { name: new RegExp(`Uno ${number}`) })
    .click();
  await expect(page).toHaveURL(/\/admin\/manage\/device$/);
  await expect(record.getByRole('heading', { name: `Uno ${number}` })).toBeVisible();
  for (const fact of ['84988887777', '8955010112345678901', 'Atrás do painel', 'Nunca conectado']) {
    await expect(record.getByText(fact)).toBeVisible();
  }
  await record.getByRole('button', { name: `Águia ${number}` }).click();
  await expect(record.getByRole('heading', { name: `Águia ${number}` })).toBeVisible();
  await page.goBack();
  await sendFromPhone(server, device.uniqueId, { lat: -5.79, lon: -35.2, speed: 0 });
  await record.getByRole('button', { name: 'Ver no mapa' }).click();
  await page.getByRole('button', { name: 'Ficha do dispositivo' }).click();
  await expect(record.getByText('8955010112345678901')).toBeVisible();
  // from where he came
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/events\/devices\//);
});

test('[CUS-02] on a phone a customer’s page takes the screen, without a part out of it', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `records-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await admin.post('customers', {
    ...{ name: `Transportadora Águia Dourada ${number}`, type: 'F', cpfCnpj: '52998224725' },
    ...{ street: 'Rua A', number: '7', neighborhood: 'Centro', city: 'Natal', state: 'RN' },
    ...{ postalCode: '59000000', phone: '84999990000', notificationEmail: 'a@journey.local' },
    ...{ category: 'client', status: 'active' },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, server, email, '/admin/manage/customers');
  await rowOf(page, `Dourada ${number}`).click();
  await page.getByRole('button', { name: 'Ficha' }).click();
  await expect(formOf(page).getByText('Nenhum dispositivo.')).toBeVisible();
  expect(
    await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
  ).toBeLessThanOrEqual(0);
  expect(await seriousFindings(page)).toEqual([]);
});

test('[SEC-03] a supervisor of the desk has the page without the history, which is an administrator’s', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `records-${number}@journey.local`;
  const attributes = { profile: 'central' };
  const { id } = await admin.createUser({ email, password, attributes, deskRole: 'supervisor' });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Uno ${number}` });
  await admin.link(id, device.id);
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
  await openResourceAs(page, server, email, 'device');
  await rowOf(page, `Uno ${number}`).click();
  await page.getByRole('button', { name: 'Ficha' }).click();
  await expect(formOf(page).getByRole('region', { name: 'Comandos enviados' })).toContainText('Nenhum');
  await expect(formOf(page).getByRole('region', { name: 'Histórico' })).toHaveCount(0);
  expect(refused).toEqual([]);
});

test('[MNT-01] what is due is seen by vehicle, noted as done with a note, counted from there, and taken back', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `records-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Strada ${number}` });
  const oil = await admin.post<{ id: number }>('maintenance', {
    ...{ name: `Óleo ${number}`, type: 'odometer', start: 10_000_000, period: 10_000_000 },
  });
  await admin.post('permissions', { deviceId: device.id, maintenanceId: oil.id });
  await sendFromPhone(server, device.uniqueId, { lat: -5.79, lon: -35.2, speed: 0, odometer: 21_500_000 });

  // insurance, by the day
  await openResourceAs(page, server, email, 'maintenance');
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill(`Seguro ${number}`);
  await page.getByRole('combobox', { name: 'Tipo' }).fill('dias');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Início' }).fill('01/02/2031');
  await page.getByRole('textbox', { name: /Período/ }).fill('365');
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  await page.getByLabel('Buscar na lista').fill(`${number}`);
  await expect(rowOf(page, `Seguro ${number}`)).toContainText('01/02/2031');
  await expect(rowOf(page, `Seguro ${number}`)).toContainText('365 dias');
  const [insurance] = await admin.get<{ id: number }[]>(`maintenance?keyword=Seguro ${number}`);
  await admin.post('permissions', { deviceId: device.id, maintenanceId: insurance?.id });

  await page.getByRole('button', { name: 'Vencimentos' }).click();
  const due = page.getByRole('dialog', { name: 'Vencimentos' });
  const ofOil = due.getByRole('listitem').filter({ hasText: `Óleo ${number}` });
  await expect(ofOil).toContainText(`Strada ${number}`);
  await expect(ofOil).toContainText('Passou 1.500,00 km · aos 20.000,00 km');
  await expect(ofOil).toContainText('Vencida');
  await expect(due.getByRole('listitem').filter({ hasText: `Seguro ${number}` })).toHaveCount(0);
  await due.getByRole('button', { name: 'Limpar' }).click();
  await due
    .getByRole('searchbox', { name: 'Buscar por veículo, placa ou manutenção' })
    .fill(`strada ${number}`);
  await expect(due.getByText('2 vencimentos, os mais urgentes primeiro')).toBeVisible();
  await expect(due.getByRole('listitem').filter({ hasText: `Seguro ${number}` })).toContainText(
    /Vence em .* dias · em 01\/02\/2031/,
  );
  expect(await seriousFindings(page)).toEqual([]);
  await ofOil.getByRole('button', { name: 'Registrar feita' }).click();
  const perform = page.getByRole('dialog', { name: `Óleo ${number} · Strada ${number}` });
  await expect(perform.getByText('Nenhuma registrada.')).toBeVisible();
  await perform.getByRole('textbox', { name: 'Feita em' }).fill('31/12/2031 10:00');
  await expect(perform.getByText('Informe uma data que já passou.')).toBeVisible();
  await perform.getByRole('textbox', { name: 'Feita em' }).fill('02/01/2026 10:00');
  await perform.getByRole('button', { name: 'Registrar' }).click();
  await expect(perform.getByText('Informe o contador nessa data.')).toBeVisible();
  await perform.getByRole('textbox', { name: 'Contador na data (km)' }).fill('30000');
  await perform.getByRole('button', { name: 'Registrar' }).click();
  await expect(perform.getByRole('alert')).toBeVisible();
  await perform.getByRole('textbox', { name: 'Contador na data (km)' }).fill('21000');
  await perform.getByRole('textbox', { name: 'Observação' }).fill('Óleo 5W30 e filtro');
  await perform.getByRole('button', { name: 'Registrar' }).click();
  await expect(perform).toBeHidden();
  await expect(ofOil).toContainText('Faltam 9.500,00 km · aos 31.000,00 km · última em 02/01/2026');
  await expect(ofOil).toContainText('Em dia');
  await page.keyboard.press('Escape');

  // the vehicle's own page says the same, and takes it back
  await openResourceAs(page, server, email, 'device');
  await page.getByLabel('Buscar na lista').fill(`Strada ${number}`);
  await rowOf(page, `Strada ${number}`).click();
  await page.getByRole('button', { name: 'Ficha' }).click();
  const part = formOf(page).getByRole('region', { name: 'Manutenções' });
  await part
    .getByRole('listitem')
    .filter({ hasText: `Óleo ${number}` })
    .getByRole('button', { name: 'Registrar feita' })
    .click();
  await expect(perform.getByRole('listitem')).toContainText('02/01/2026 - 10:00:00 · 21.000,00 km');
  await expect(perform.getByRole('listitem')).toContainText('Óleo 5W30 e filtro');
  await perform.getByRole('button', { name: 'Desfazer o registro' }).click();
  const question = page.getByRole('dialog', { name: 'Desfazer o registro' });
  await expect(question).toContainText('Óleo 5W30 e filtro');
  await question.getByRole('button', { name: 'Desfazer o registro' }).click();
  await expect(perform).toBeHidden();
  await expect(part.getByRole('listitem').filter({ hasText: `Óleo ${number}` })).toContainText(
    'Passou 1.500,00 km',
  );
});
