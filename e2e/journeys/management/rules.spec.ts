import type { Calendar } from '@atalaia/contract/rules/calendar';
import type { Maintenance } from '@atalaia/contract/rules/maintenance';
import type { Notification } from '@atalaia/contract/rules/notification';
import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import { readWeeklyHours } from '@atalaia/domain/time/weekly-hours';
import { administrator } from '@atalaia/fixtures/running-server';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { makeFleet, openFromMenu } from '../../fixtures/fleet.ts';
import { expect, fresh, imeiOf, openAs, test } from '../../fixtures/journey.ts';
import { createMonitor } from '../../fixtures/monitor.ts';

const ics = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
const nightShift = ics('UID:1', 'DTSTART:20200106T220000', 'DURATION:PT8H', 'RRULE:FREQ=DAILY');

const choose = (page: Page, name: string, text: string) =>
  page
    .locator('form input[type=file]')
    .setInputFiles({ name, mimeType: 'text/calendar', buffer: Buffer.from(text) });

async function findNothingSerious(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await seriousFindings(page), colorScheme).toEqual([]);
  }
}

test('[CAL-01] an administrator uploads a calendar: a broken one is refused with its line, a good one shows what is next', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const stored = () => admin.get<Calendar[]>(`calendars?keyword=${number}`);
  await openAs(page, server, administrator.email, '/admin/manage/calendars');
  await page.getByLabel('Buscar na lista').fill(`${number}`);
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await page.getByRole('tab', { name: 'Arquivo (.ics)' }).click();
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  await expect(page.getByText('Nome é necessário')).toBeVisible();
  await expect(page.getByText('Informe os horários ou escolha um arquivo')).toBeVisible();

  const broken = ics('DTSTART:20200106T220000', 'RRULE:INTERVAL=2');
  await choose(page, 'plantao.ics', broken);
  const alert = page.getByRole('alert').filter({ hasText: 'plantao.ics' });
  await expect(alert).toContainText('a regra de repetição (RRULE) não pode ser seguida.');
  await expect(alert).toContainText('Linha 5: RRULE:INTERVAL=2');
  expect(await stored()).toEqual([]);
  const data = Buffer.from(broken).toString('base64');
  await expect(admin.post('calendars', { name: `Torto ${number}`, data })).rejects.toThrow(
    /400.*invalid-calendar/,
  );

  await choose(page, 'plantao.ics', nightShift);
  await expect(alert).toBeHidden();
  await expect(page.getByRole('region', { name: 'Próximos horários' }).getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Próximos horários' })).toContainText(
    /- 22:00:00 → .* - 06:00:00/,
  );
  await findNothingSerious(page);
  await page.locator('form').getByLabel('Nome', { exact: false }).first().fill(`Plantão ${number}`);
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram salvos')).toBeVisible();
  const [calendar] = await stored();
  expect(calendar?.data).toMatch(/^data:text\/calendar;base64,/);
  expect(parseCalendar(calendar?.data ?? '').ok).toBe(true);

  // Opened again, its times are those of the stored file.
  await page.getByRole('row', { name: new RegExp(`Plantão ${number}`) }).click();
  await page.keyboard.press('F2');
  await expect(page.getByText('O arquivo gravado')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '22:00:00' }).first()).toBeVisible();
  // No hours of the week say what it says: it stays a file, also for who only looks at the other tab.
  await expect(
    page.getByText('Este arquivo tem regras que os horários da semana não mostram.'),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Horários da semana' }).click();
  await expect(page.getByText('Ao salvar, estes horários substituem o arquivo gravado.')).toBeVisible();
  await page.getByRole('tab', { name: 'Arquivo (.ics)' }).click();
  await page.locator('form').getByLabel('Nome', { exact: false }).first().fill(`Plantão ${number} B`);
  await page.keyboard.press('F8');
  await expect.poll(async () => (await stored())[0]?.name).toBe(`Plantão ${number} B`);
  expect((await stored())[0]?.data).toBe(calendar?.data);
});

test('[CAL-01] hours of the week and holidays are typed, stored as iCalendar, and opened again as they were', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const stored = async () => {
    const [calendar] = await admin.get<Calendar[]>(`calendars?keyword=${number}`);
    return readWeeklyHours(calendar?.data ?? '');
  };
  await openAs(page, server, administrator.email, '/admin/manage/calendars');
  await page.getByLabel('Buscar na lista').fill(`${number}`);
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  // Nothing was typed yet: leaving asks nothing.
  await expect(page.getByLabel('segunda-feira: das')).toHaveValue('08:00');
  await page.locator('form').getByLabel('Nome', { exact: false }).first().fill(`Expediente ${number}`);
  await page.getByRole('button', { name: 'Adicionar horário em segunda-feira' }).click();
  await page.getByLabel('segunda-feira: até').first().fill('12:00');
  await page.getByLabel('segunda-feira: das').nth(1).fill('11:00');
  await page.getByLabel('segunda-feira: até').nth(1).fill('18:00');
  await expect(page.getByText('Este horário se sobrepõe a outro.')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByText('Informe os horários ou escolha um arquivo')).toBeVisible();
  await page.getByLabel('segunda-feira: das').nth(1).fill('13:00');
  await expect(page.getByText('Este horário se sobrepõe a outro.')).toBeHidden();
  await page.getByRole('button', { name: 'Repetir a segunda-feira até sexta' }).click();
  await page.getByLabel('sábado', { exact: true }).check();
  await page.getByLabel('sábado: até').fill('00:00');
  await page.getByLabel('Natal').uncheck();
  await page.getByLabel('Corpus Christi (facultativo)').check();
  await page.getByLabel('Outra data').fill('24062027');
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Outras datas' })).toContainText('24/06/2027');
  await findNothingSerious(page);
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram salvos')).toBeVisible();
  const workday = [
    { from: 480, to: 720 },
    { from: 780, to: 1080 },
  ];
  const hours = await stored();
  expect(hours?.days).toEqual([workday, workday, workday, workday, workday, [{ from: 480, to: 0 }], []]);
  expect(hours?.otherDays).toEqual(['2027-06-24']);
  expect(hours?.holidays).toContain('corpusChristi');
  expect(hours?.holidays).not.toContain('christmas');

  await page.getByRole('row', { name: new RegExp(`Expediente ${number}`) }).click();
  await page.keyboard.press('F2');
  await expect(page.getByLabel('terça-feira: das').nth(1)).toHaveValue('13:00');
  await expect(page.getByLabel('sábado: até')).toHaveValue('00:00');
  await expect(page.getByLabel('Natal')).not.toBeChecked();
  await page.getByLabel('domingo', { exact: true }).check();
  await page.keyboard.press('F8');
  await expect.poll(async () => (await stored())?.days[6]).toEqual([{ from: 480, to: 1080 }]);
  expect({ ...(await stored()), days: [] }).toEqual({ ...hours, days: [] });
});

test('[MNT-01] a maintenance says what is missing, converts by the unit of its type, and never every zero', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const user = await createMonitor(admin);
  const { email } = user;
  const stored = () => admin.get<Maintenance[]>(`maintenance?userId=${user.id}`);
  await openAs(page, server, email, '/admin/manage/maintenance');
  await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
  await page.getByRole('button', { name: 'Salvar [F8]' }).click();
  for (const message of [
    'Nome é necessário',
    'Tipo é necessário',
    'Período é necessário',
    'Início é necessário',
  ])
    await expect(page.getByText(message)).toBeVisible();

  const field = (name: string) => page.locator('form').getByLabel(name, { exact: false }).first();
  await field('Nome').fill(`Óleo ${number}`);
  await field('Tipo').click();
  await page.getByRole('option', { name: 'Odômetro', exact: true }).click();
  await field('Início').fill('500,5');
  await field('Período').fill('0');
  await expect(page.locator('form').getByText('km', { exact: true })).toHaveCount(2);
  await page.keyboard.press('F8');
  await expect(page.getByText('Não pode ser zero')).toBeVisible();
  await findNothingSerious(page);
  await field('Período').fill('10000');
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram salvos')).toBeVisible();
  expect(await stored()).toMatchObject([{ type: 'totalDistance', start: 500_500, period: 10_000_000 }]);
  await expect(page.getByRole('row', { name: /500,50 km.*10\.000,00 km/ })).toBeVisible();

  await page.getByRole('row', { name: new RegExp(`Óleo ${number}`) }).click();
  await page.keyboard.press('F2');
  await expect(field('Período')).toHaveValue('10000');
  await field('Tipo').click();
  await page.getByRole('option', { name: 'Horímetro' }).click();
  await field('Início').fill('0');
  await field('Período').fill('250');
  await page.keyboard.press('F8');
  await expect(page.getByText('Seus dados foram atualizados')).toBeVisible();
  expect(await stored()).toMatchObject([{ type: 'hours', start: 0, period: 900_000_000 }]);
});

test.describe('an English browser', () => {
  test.use({ locale: 'en-GB' });

  test('[NOT-01] [AUTH-13] a monitor makes a notification of alarms, tests its channel, and the API holds joined words', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const user = await createMonitor(admin);
    const { email } = user;
    const calendar = await admin.post<Calendar>('calendars', {
      name: `Nights ${number}`,
      data: Buffer.from(nightShift).toString('base64'),
    });
    await admin.post('permissions', { userId: user.id, calendarId: calendar.id });
    const stored = () => admin.get<Notification[]>(`notifications?userId=${user.id}`);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${server.origin}/admin/manage/notifications`);
    await expect(page).toHaveURL(/\/login/);
    expect(requested.filter((path) => path.includes('notifications/'))).toEqual([]);

    await openAs(page, server, email, '/admin/manage/notifications');
    await page.getByRole('button', { name: 'Add [F1]' }).click();
    await expect.poll(() => requested).toContain('/api/notifications/types');
    expect(requested).toContain('/api/notifications/notificators');
    await page.keyboard.press('F8');
    await expect(page.getByText('A type is required')).toBeVisible();

    const form = page.locator('form');
    const field = (name: string) => form.getByLabel(name, { exact: false }).first();
    await expect(form.getByText('Alarms', { exact: true })).toHaveCount(0);
    await field('Type').fill('Alarm');
    await page.getByRole('option', { name: 'Alarm', exact: true }).click();
    await expect(form.getByText('None chosen: every alarm.')).toBeVisible();
    await field('Alarms').click();
    await page.getByRole('option', { name: 'SOS/Panic' }).click();
    await page.getByRole('option', { name: 'Power cut' }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('switch', { name: 'All devices' }).check();
    await field('Calendar').click();
    await page.getByRole('option', { name: `Nights ${number}` }).click();
    await form.getByRole('checkbox', { name: 'Web' }).check();
    await form.getByRole('checkbox', { name: 'Mobile' }).check();
    await expect(form.getByText('This channel is not set up on the server yet.').first()).toBeVisible();
    await form.getByRole('button', { name: 'Test: Web' }).click();
    await expect(form.getByText('(the user sees no device)')).toBeVisible();
    const device = await admin.createDevice({ uniqueId: imeiOf(number), name: `Tested ${number}` });
    await admin.link(user.id, device.id);
    await form.getByRole('button', { name: 'Test: Web' }).click();
    await expect(form.getByText('Test sent. See whether it arrived.')).toBeVisible();
    await findNothingSerious(page);
    await page.keyboard.press('F8');
    await expect(page.getByText('Your data has been saved')).toBeVisible();
    expect(await stored()).toMatchObject([
      {
        type: 'alarm',
        always: true,
        notificators: 'web,mobile',
        calendarId: calendar.id,
        attributes: { alarms: 'sos,powerCut' },
      },
    ]);
  });

  test('[LIST-05] a fleet reads calendars and changes none; notifications and reminders it keeps of its own (departs)', async ({
    page,
    server,
    admin,
  }) => {
    const number = fresh();
    const email = `reader-${number}@journey.local`;
    const user = await makeFleet(admin, email);
    const made = await admin.post<Maintenance>('maintenance', {
      name: `Oil ${number}`,
      type: 'hours',
      start: 0,
      period: 3_600_000,
    });
    await admin.post('permissions', { userId: user.id, maintenanceId: made.id });
    await openAs(page, server, email, '/fleet');
    for (const [view, row] of [
      ['Maintenance', `Oil ${number}`],
      ['Notifications', ''],
      ['Calendars', ''],
    ] as const) {
      await openFromMenu(page, view, 'More');
      const list = page.getByRole('dialog', { name: view });
      await expect(
        row ? list.getByRole('row', { name: new RegExp(row) }) : list.getByText('No records found'),
        // the first view loads the files of all of them
      ).toBeVisible({ timeout: 30_000 });
      const add = list.getByRole('button', { name: /\[F1\]/ });
      if (view === 'Calendars')
        await expect(list.getByRole('button', { name: /\[F\d\]|ctrl/ })).toHaveCount(0);
      else await expect(add).toBeVisible();
      // which of them hangs on what stays the centre's
      await expect(list.getByRole('button', { name: /\[F3\]/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
    }
  });
});
