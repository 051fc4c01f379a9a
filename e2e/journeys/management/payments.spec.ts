import { type PaymentProvider, startPaymentProvider } from '@atalaia/fakes/payments/payment-provider';
import { startServer } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { test as base, expect, fresh, password } from '../../fixtures/journey.ts';
import { choose, fieldOf, formOf, openResourceAs, rowOf } from '../../fixtures/resource-list.ts';

/** A server of its own beside a payment provider that runs for it alone. */
const test = base.extend<object, { provider: PaymentProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured first argument
    async ({}, use) => {
      const provider = await startPaymentProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer({
        env: { PAYMENT_URL: provider.url, PAYMENT_CUSTOMER_PAGE: 'https://panel.example.com/customers/{id}' },
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('[KEPT-06] [CUS-03] [PAY-01] a customer is saved, refused by the provider on one field, mended and linked; one of a provider that is down is tried again; pairs of one CPF/CNPJ are linked at once', async ({
  page,
  server,
  admin,
  provider,
}) => {
  const number = fresh();
  const name = `Ipê ${number}`;
  const email = `pagamentos-${number}@journey.local`;
  const attributes = { payment_provider: 'Pagador', apiKeySeller: provider.key };
  await admin.createUser({ email, password, administrator: true, attributes });
  await openResourceAs(page, server, email, 'customers');

  // Refused by the provider on one field, and saved here all the same.
  await page.keyboard.press('F1');
  const form = formOf(page);
  await fieldOf(page, 'CPF/CNPJ').pressSequentially('52998224725');
  await fieldOf(page, 'Nome').fill(name);
  await fieldOf(page, 'CEP').pressSequentially('60135040');
  await fieldOf(page, 'Logradouro').fill('Rua Padre Valdevino');
  await fieldOf(page, 'Número').fill('77');
  await fieldOf(page, 'Bairro').fill('Joaquim Távora');
  await fieldOf(page, 'Cidade').fill('Fortaleza');
  await choose(page, 'Estado', 'CE · Ceará');
  await fieldOf(page, 'Telefone').fill('3334444');
  await fieldOf(page, 'E-mail para notificações').fill('ipe@journey.local');
  await choose(page, 'Categoria', 'Cliente');
  await choose(page, 'Situação', 'Ativo');
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram salvos')).toBeVisible();
  await expect(form.getByRole('alert')).toContainText(
    'Salvo aqui. O provedor de pagamentos recusou os dados',
  );
  const phone = fieldOf(page, 'Telefone');
  await expect(phone).toBeFocused();
  await expect(phone).toBeInViewport({ ratio: 1 });
  await expect(phone).toHaveAccessibleDescription(
    'O provedor diz: O telefone deve ter DDD e 8 ou 9 dígitos.',
  );
  await expect(form.getByRole('heading', { name: 'Editar cliente' })).toBeVisible();
  const panel = form.getByRole('group', { name: 'Pagamentos', exact: true });
  await expect(panel.getByRole('status')).toContainText('Não vinculado');
  expect(provider.customers.size).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);

  // Mended, saved again: the same customer, changed, and linked.
  await phone.fill('8533334444');
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram atualizados')).toBeVisible();
  await rowOf(page, name).click();
  await page.keyboard.press('F2');
  await expect(panel.getByRole('status')).toContainText('Vinculado');
  const [linked] = provider.customers.values();
  expect(linked).toMatchObject({ full_name: name, phone_number: '8533334444', cc_email: '', notes: '' });
  await expect(panel.getByRole('link', { name: 'Abrir no provedor' })).toHaveAttribute(
    'href',
    `https://panel.example.com/customers/${linked?.id}`,
  );

  // The provider is down: saved here, told so, and tried again from the form.
  provider.manners.down = 503;
  await fieldOf(page, 'Número').fill('78');
  await page.keyboard.press('F8');
  await expect(page.getByText('O provedor de pagamentos não respondeu', { exact: false })).toBeVisible();
  await rowOf(page, name).click();
  await page.keyboard.press('F2');
  await expect(panel.getByRole('status')).toContainText('Desatualizado no provedor');
  await expect(panel).toContainText('nada foi gravado lá. Tente de novo em instantes.');
  expect(await seriousFindings(page)).toEqual([]);
  provider.behave();
  await panel.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(panel.getByRole('status')).toContainText('Vinculado');
  expect([...provider.customers.values()]).toMatchObject([{ number: '78' }]);

  // Both sides beside each other: unlinked, the two are a pair of one CPF, and are linked again in one step.
  await panel.getByRole('button', { name: 'Desvincular' }).click();
  await expect(panel.getByRole('status')).toContainText('Não enviado');
  await page.keyboard.press('Escape');
  provider.hold({ full_name: 'Só de lá', cpf_cnpj: '11222333000181', email: 'la@example.com' });
  await page.getByRole('button', { name: 'Conferir com o provedor de pagamentos' }).click();
  const window = page.getByRole('dialog', { name: 'Conferir com o provedor de pagamentos' });
  await expect(window.getByRole('row', { name: 'Só de lá' })).toContainText('11.222.333/0001-81');
  await expect(window.getByRole('button', { name: `Vincular a ${name}` })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await window.getByRole('button', { name: 'Vincular 1 par de mesmo CPF/CNPJ' }).click();
  await expect(window.getByRole('status')).toHaveText('1 par vinculado.');
  await expect(window.getByRole('row', { name })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await rowOf(page, name).click();
  await page.keyboard.press('F2');
  await expect(panel.getByRole('status')).toContainText('Vinculado');
  expect(await page.content()).not.toContain(provider.key);
});
