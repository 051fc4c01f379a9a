import type { AlarmDetail, AlarmQueue } from '@atalaia/contract/desk/alarm';
import type { Procedure } from '@atalaia/contract/desk/procedure';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, fresh, imeiOf, nameProcedure, openAs, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { sendFromPhone } from '../../fixtures/phone.ts';

const place = { lat: -3.73187, lon: -38.52672, speed: 0 };
const workOf = (page: Page) => page.getByRole('complementary', { name: 'Atendimento do alarme' });
const stepsOf = (page: Page) => workOf(page).getByRole('region', { name: 'Procedimento' });
const currentOf = (page: Page) => stepsOf(page).locator('[aria-current="step"]');

test('[PROC-01] [DESK-08] an SOS is worked by keys, step by step, and closes when its required steps are done', async ({
  page,
  server,
  admin,
}) => {
  const shipped = await admin.get<Procedure[]>('procedures');
  const before = await nameProcedure(admin, 'sos', shipped.find(({ key }) => key === 'sos')?.id ?? 0);
  const operator = await createMonitor(admin);
  const number = fresh();
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Passos ${number}` });
  await admin.link(operator.id, device.id);
  await openAs(page, server, operator.email, '/admin');
  await sendFromPhone(server, device.uniqueId, {
    ...place,
    timestamp: Math.round(Date.now() / 1000),
    alarm: 'sos',
  });
  await expect(page.getByRole('list', { name: 'Alarmes por tratar' }).getByRole('article')).toHaveCount(1);
  await page.keyboard.press('F1');
  await expect(currentOf(page)).toContainText('Ligar para o titular e ouvir antes de falar');
  await expect(currentOf(page).getByRole('button', { name: /^Atendeu/ })).toBeEnabled();

  // It does not close yet, and says what is open.
  await page.keyboard.press('F2');
  await expect(workOf(page)).toContainText('Há passos obrigatórios em aberto');
  expect(await seriousFindings(page)).toEqual([]);

  await page.keyboard.press('2');
  await expect(currentOf(page)).toContainText('Ligar para o contato seguinte');
  await expect(currentOf(page).getByRole('button', { name: /^Atendeu/ })).toBeEnabled();
  await page.keyboard.press('1');
  await expect(currentOf(page)).toContainText('Pedir a senha');
  await page.keyboard.press('1');
  await expect(currentOf(page)).toContainText('É uma emergência?');
  await page.keyboard.press('2');
  await expect(stepsOf(page)).toContainText('Procedimento concluído.');
  await expect(stepsOf(page)).toContainText('Não atendeu');
  await page.keyboard.press('F2');
  await expect(page.getByText('Alarme encerrado: Confirmado')).toBeVisible();
  await nameProcedure(admin, 'sos', before);
});

test('[PROC-02] a procedure is written, refused where it leads in a circle, published; an alarm keeps the version it was opened with', async ({
  page,
  server,
  admin,
}) => {
  const name = `Ronda ${fresh()}`;
  await openAs(page, server, administrator.email, '/admin/manage/desk');
  await page.getByRole('tab', { name: 'Procedimentos' }).click();
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  const editor = page.getByRole('region', { name: 'Novo procedimento' });
  await editor.getByLabel('Nome', { exact: true }).fill(name);
  await editor.getByLabel('O que fazer').first().fill('Olhar as câmeras');
  await editor.getByRole('button', { name: 'Acrescentar passo' }).click();
  await editor.getByLabel('O que fazer').nth(1).fill('Anotar o que se viu');
  await editor.getByLabel('Feito: leva a').nth(1).click();
  await page.getByRole('option', { name: '1. Olhar as câmeras' }).click();
  await expect(editor).toContainText('volta para “Olhar as câmeras”: o procedimento nunca terminaria.');
  await editor.getByRole('button', { name: 'Gravar e publicar' }).click();
  await editor.getByLabel('Feito: leva a').nth(1).click();
  await page.getByRole('option', { name: 'Fim' }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await editor.getByRole('button', { name: 'Gravar e publicar' }).click();
  await expect(page.getByText('Versão 1 publicada. Vale para os próximos alarmes.')).toBeVisible();

  const made = (await admin.get<Procedure[]>('procedures')).find((one) => one.name === name);
  const before = await nameProcedure(admin, 'tow', made?.id ?? 0);
  const device = await admin.createDevice({ uniqueId: imeiOf(fresh()), name: `Guincho ${fresh()}` });
  await sendFromPhone(server, device.uniqueId, {
    ...place,
    timestamp: Math.round(Date.now() / 1000),
    alarm: 'tow',
  });
  const opened = async () =>
    (await admin.get<AlarmQueue>(`desk/queue?deviceId=${device.id}`)).alarms[0]?.id ?? 0;
  await expect.poll(opened).toBeGreaterThan(0);

  // A second version, by the keyboard: the steps change places.
  const saved = page.getByRole('region', { name, exact: true });
  await saved.getByRole('button', { name: 'Descer o passo 1' }).press('Enter');
  await saved.getByLabel('Feito: leva a').nth(1).click();
  await page.getByRole('option', { name: 'Fim' }).click();
  await saved.getByLabel('Feito: leva a').first().click();
  await page.getByRole('option', { name: 'Passo seguinte' }).click();
  await saved.getByRole('button', { name: 'Gravar e publicar' }).click();
  await expect(page.getByText('Versão 2 publicada. Vale para os próximos alarmes.')).toBeVisible();
  await saved.getByRole('button', { name: 'Versão 1' }).click();
  await expect(saved).toContainText('Versão 1, somente leitura');
  await expect(saved.getByLabel('O que fazer').first()).toHaveValue('Olhar as câmeras');

  const alarm = await admin.get<AlarmDetail>(`alarms/${await opened()}`);
  expect(alarm.procedure).toMatchObject({ id: made?.id, version: 1 });
  expect(alarm.procedure?.steps.map(({ title }) => title)).toEqual([
    'Olhar as câmeras',
    'Anotar o que se viu',
  ]);
  await nameProcedure(admin, 'tow', before);
});
