import type { ScheduledReport } from '@atalaia/contract/reports/scheduled-report';
import { administrator } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { makeFleet, openFromMenu } from '../../fixtures/fleet.ts';
import { expect, fresh, imeiOf, openAs, test, wasAsked } from '../../fixtures/journey.ts';
import { choose, fieldOf, formOf, openResourceAs, rowOf, searchOf } from '../../fixtures/resource-list.ts';

const everyMorning = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20260105T080000'],
  ...['DURATION:PT1H', 'RRULE:FREQ=DAILY', 'END:VEVENT', 'END:VCALENDAR'],
].join('\r\n');

test('[REP-08] a fleet schedules a report by its calendar and finds it in its list; an administrator reads it in English', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `fleet-${number}@atalaia.local`;
  const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Ônix ${number}` });
  const fleet = await makeFleet(admin, email, [device.id]);
  const data = Buffer.from(everyMorning).toString('base64');
  const calendar = await admin.post<{ id: number }>('calendars', { name: `Toda manhã ${number}`, data });
  await admin.post('permissions', { userId: fleet.id, calendarId: calendar.id });

  await openAs(page, server, email, '/fleet');
  await openFromMenu(page, 'Relatórios agendados', 'Mais');
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  for (const reported of [
    'Nome é necessário',
    'Escolha ao menos um dispositivo ou grupo',
    'Escolha o calendário',
  ])
    await expect(formOf(page).getByText(reported)).toBeVisible();
  await expect(formOf(page).getByText('O envio de e-mails ainda não está configurado')).toBeVisible();

  const name = `Viagens de ontem ${number}`;
  await fieldOf(page, 'Nome').fill(name);
  await fieldOf(page, 'Dispositivos').fill(`${number}`);
  await page.getByRole('option', { name: new RegExp(`Ônix ${number}`) }).click();
  await page.keyboard.press('Escape');
  await choose(page, 'Calendário', `Toda manhã ${number}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await seriousFindings(page), colorScheme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  await expect(rowOf(page, name)).toContainText('Aguardando');
  const listed = `scheduled-reports?keyword=${number}`;
  const stored = await admin.get<ScheduledReport[]>(listed);
  expect(stored).toMatchObject([
    { name, type: 'trips', period: 'yesterday', deviceIds: [device.id], groupIds: [], userId: fleet.id },
  ]);

  // a browser of his own: the fleet's session is renewed by whatever its page still asks
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
  await context.addInitScript(wasAsked);
  const office = await context.newPage();
  await openResourceAs(office, server, administrator.email, 'scheduled-reports');
  await searchOf(office).fill(`${number}`);
  await expect(rowOf(office, name)).toContainText(/Trips.*Waiting/);
  await rowOf(office, name).click();
  await office.keyboard.press('F2');
  await expect(office.getByRole('heading', { name: 'Edit scheduled report' })).toBeVisible();
  await expect(formOf(office).getByText(new RegExp(`Ônix ${number}`))).toBeVisible();
  await expect(formOf(office).getByText(/Last attempt\s*Never/)).toBeVisible();
  await choose(office, 'Period', 'Last week');
  await office.keyboard.press('F8');
  await expect.poll(async () => (await admin.get<ScheduledReport[]>(listed))[0]?.period).toBe('lastWeek');
  await rowOf(office, name).click();
  await office.keyboard.press('Control+r');
  await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rowOf(office, name)).toBeHidden();
  expect(await admin.get<ScheduledReport[]>(listed)).toEqual([]);
  await context.close();
});
