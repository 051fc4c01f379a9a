import { pngImage } from '@atalaia/fixtures/files';
import type { Page } from '@playwright/test';
import { axeOf, seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';
import { createCustomer } from '../../fixtures/open-case.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

/** What axe holds serious of one part of a page that others are beside. */
async function findingsIn(page: Page, part: string): Promise<string[]> {
  const { violations } = await axeOf(page).include(part).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const place = { latitude: -3.73187, longitude: -38.52672 };

test('[COCK-02] [COCK-05] an agent is called out, answers by his phone on the way, without network on site, and at the end; an officer looks: the operator sees each of it live', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `operator-${number}@journey.local`;
  const user = await admin.createUser({ email, password, attributes: { profile: 'central' } });
  const customer = await createCustomer(admin);
  const plate = `RUI${String(number).slice(-4)}`;
  const device = await admin.createDevice({
    uniqueId: imeiOf(number),
    name: `Levado ${number}`,
    customerId: customer.id,
    attributes: { plate, color: 'branca', manufacturer: 'Fiat', vehicleModel: 'Strada' },
  });
  await admin.link(user.id, device.id);
  const opened = await admin.post<{ readonly id: number }>('sinisters/open', {
    deviceId: device.id,
    customerId: customer.id,
    openingDate: new Date(Date.now() - 600_000).toISOString(),
    openingType: 'robbery',
    openingAddress: 'Avenida Beira Mar, 1200, Fortaleza',
    openingDescription: 'Levado por dois homens.',
  });
  const name = `Agente Rui ${number}`;
  const responder = await admin.post<{ readonly id: number }>('responders', {
    ...{ name, kind: 'agent', phone: '85977776666', latitude: -3.8, longitude: -38.5 },
    ...{ area: 'Fortaleza', hours: '24 h', callOutCents: 15_000, kmCents: 250 },
  });
  await admin.post('permissions', { userId: user.id, responderId: responder.id });
  await sendFromPhone(server, device.uniqueId, { lat: place.latitude, lon: place.longitude, speed: 20 });

  await openAs(page, server, email, `/admin/sinisters/${opened.id}`);
  await page.getByRole('tab', { name: 'Pronta resposta' }).click();
  const directory = page.getByRole('region', { name: 'Quem pode ser acionado' });
  const entry = directory.getByRole('listitem').filter({ hasText: name });
  await expect(entry).toContainText('pela base');
  await entry.getByRole('button', { name: 'Acionar' }).click();
  const asked = page.getByRole('dialog', { name: `Acionar ${name}` });
  await asked.getByLabel(/O que ele precisa saber/).fill('Cuidado: dois homens armados.');
  await asked.getByRole('button', { name: 'Acionar' }).click();
  const given = page.getByRole('dialog', { name: `Link de ${name}` });
  const words = await given.getByLabel('Texto com o link').inputValue();
  const [, token] = /\/call-out\/([\w-]+)/.exec(words) ?? [];
  expect(await given.getByRole('link', { name: 'Abrir no WhatsApp' }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/5585977776666\?text=/,
  );
  expect(await findingsIn(page, '[role="dialog"]')).toEqual([]);
  await given.getByRole('button', { name: 'Fechar' }).last().click();

  const agents = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...{ hasTouch: true, isMobile: true, locale: 'pt-BR' },
    ...{ geolocation: { ...place, accuracy: 12 }, permissions: ['geolocation'] },
  });
  const phone = await agents.newPage();
  await phone.goto(`${server.origin}/call-out/${token}`);
  await expect(phone.getByText(plate).first()).toBeVisible();
  await expect(phone.getByText('Cuidado: dois homens armados.')).toBeVisible();
  expect(await phone.content()).not.toContain(device.uniqueId);
  expect(await seriousFindings(phone)).toEqual([]);
  const item = page
    .getByRole('region', { name: 'Acionamentos' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(item).toContainText('Link aberto em');
  await phone.getByRole('button', { name: 'Juntar onde estou' }).click();
  await expect(phone.getByText('Lugar junto, com precisão de 12 m.')).toBeVisible();
  await phone.getByRole('button', { name: 'A caminho' }).click();
  await expect(phone.getByText('Você respondeu: A caminho')).toBeVisible();
  await expect(item.getByText('A caminho', { exact: true })).toBeVisible();

  // No network on site: kept, and sent once it is back, also by a page that was loaded again.
  await phone.locator('input[type=file]').setInputFiles({
    ...{ name: 'foto.png', mimeType: 'image/png', buffer: pngImage(2000, 1200) },
  });
  await expect(phone.getByRole('img', { name: 'Foto a enviar' })).toBeVisible();
  await phone.getByLabel('Observação (opcional)').fill('Rua sem saída');
  await agents.route('**/answers', (route) => route.abort());
  await phone.getByRole('button', { name: 'No local' }).click();
  await expect(phone.getByText(/Guardado neste aparelho: “No local”, com foto/)).toBeVisible();
  await agents.unroute('**/answers');
  await phone.reload();
  await expect(phone.getByText('Você respondeu: No local')).toBeVisible();
  await expect(phone.getByText(/Guardado neste aparelho/)).toBeHidden();
  await expect(item.getByText('No local', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Recuperado' }).click();
  await expect(phone.getByText('A central foi avisada.', { exact: false })).toBeVisible();
  await expect(item.getByText('Recuperado', { exact: true })).toBeVisible();
  const told = await admin.get<readonly { readonly category: string; readonly attributes: object }[]>(
    `sinisters/${opened.id}/occurrences`,
  );
  expect(told.map(({ category }) => category)).toEqual([
    'promptResponseActivated',
    'supportOnTheWay',
    'supportArrivesOnSite',
    'supportDoesOnSitePreservation',
  ]);
  expect(told[2]?.attributes).toMatchObject({ ext: 'jpg' });

  await page.getByRole('tab', { name: 'Polícia' }).click();
  const links = page.getByRole('region', { name: 'Link para a polícia' });
  await links.getByRole('button', { name: 'Criar link' }).click();
  const address = await links.getByLabel('Endereço do link').inputValue();
  const officer = await agents.newPage();
  await officer.goto(address);
  await officer.getByRole('button', { name: 'Ver o veículo' }).click();
  await expect(officer.getByText('Preencha este campo').first()).toBeVisible();
  expect(await officer.content()).not.toContain(plate);
  await officer.getByLabel('Nome *').fill('Sgt. Lima');
  await officer.getByLabel('Unidade *').fill('5º BPM');
  await officer.getByLabel('Telefone *').fill('85988887777');
  expect(await seriousFindings(officer)).toEqual([]);
  await officer.getByRole('button', { name: 'Ver o veículo' }).click();
  await expect(officer.getByText(plate).first()).toBeVisible();
  expect(await seriousFindings(officer)).toEqual([]);
  await expect(links.getByText('Sgt. Lima')).toBeVisible();
  expect(await findingsIn(page, '[role="tabpanel"]')).toEqual([]);
  await links.getByRole('button', { name: 'Encerrar' }).click();
  await expect(officer.getByText('Este link terminou')).toBeVisible();
  await agents.close();
});
