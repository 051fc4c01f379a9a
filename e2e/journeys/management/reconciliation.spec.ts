import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, openAs, password, test } from '../../fixtures/journey.ts';

test('[DRIFT-01] [DRIFT-02] [DRIFT-03] money at risk is priced, summed and ignored with a reason, a list of SIM cards is uploaded, and differences say what they need', async ({
  page,
  server,
  admin,
}) => {
  const email = 'conciliacao@journey.local';
  await admin.createUser({ email, password, administrator: true });
  const customer = await admin.post<{ id: number }>('customers', {
    ...{
      name: 'Transportes Conciliados',
      cpfCnpj: '11222333000181',
      type: 'J',
      category: 'client',
      status: 'active',
    },
    ...{ street: 'Rua A', number: '1', neighborhood: 'Centro', city: 'Fortaleza', state: 'CE' },
    ...{ postalCode: '60000-000', phone: '8533334444', notificationEmail: 'a@example.com' },
  });
  await admin.createDevice({
    ...{ uniqueId: 'NEVER-1', name: 'Fiorino parada', category: 'van', customerId: customer.id },
    attributes: { plate: 'ABC1D23' },
  });
  await openAs(page, server, email, '/admin/manage/reconciliation');
  await page.getByRole('searchbox', { name: 'Buscar cliente, veículo ou placa' }).fill('Fiorino parada');
  const risks = page.getByRole('table', { name: 'Dinheiro em risco' });
  const row = risks.getByRole('row', { name: /Fiorino parada/ });
  await expect(row).toContainText('Cliente ativo, nunca conectou');
  await expect(row).toContainText('Sem preço');

  await page.getByRole('button', { name: 'Mensalidades' }).click();
  const prices = page.getByRole('dialog', { name: 'Mensalidades' });
  await prices.getByRole('textbox', { name: 'Todas as outras categorias (R$ por mês)' }).fill('49,90');
  await prices.getByRole('button', { name: 'Salvar' }).click();
  await expect(row).toContainText('R$ 49,90');
  expect(await seriousFindings(page)).toEqual([]);

  await row.getByRole('button', { name: 'Ignorar Fiorino parada' }).click();
  const reason = page.getByRole('dialog');
  await reason.getByRole('textbox', { name: 'Motivo para ignorar' }).fill('instalação agendada');
  await reason.getByRole('button', { name: 'Ignorar', exact: true }).click();
  await expect(row).toBeHidden();
  await page.getByRole('switch', { name: 'Mostrar ignorados' }).click({ force: true });
  await expect(row).toContainText('Ignorado: instalação agendada');
  await row.getByRole('button', { name: 'Voltar a mostrar Fiorino parada' }).click();
  await expect(row).toBeHidden();

  await page.getByRole('tab', { name: 'Chips (SIM cards)' }).click();
  await page.getByRole('button', { name: 'Enviar lista' }).click();
  const upload = page.getByRole('dialog', { name: 'Enviar lista' });
  await upload.getByRole('textbox', { name: 'Operadora ou provedor M2M' }).fill('Operadora');
  const chooser = page.waitForEvent('filechooser');
  await upload.getByRole('button', { name: 'Escolher arquivo' }).click();
  const buffer = Buffer.from(
    'Número do chip;Linha;Situação;Mensalidade\n8955000000000000017;85999990000;Ativo;4,90',
    'latin1',
  );
  await (await chooser).setFiles({ name: 'linhas.csv', mimeType: 'text/csv', buffer });
  await expect(upload.getByRole('combobox', { name: 'ICCID' })).toHaveValue('Número do chip');
  await upload.getByRole('button', { name: 'Guardar lista' }).click();
  const cards = page.getByRole('table', { name: 'Chips (SIM cards)' });
  await expect(cards.getByRole('row', { name: /8955000000000000017/ })).toContainText('Paga sem veículo');
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Diferenças' }).click();
  await expect(page.getByText('Sua conta não está ligada a nenhum sistema', { exact: false })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
