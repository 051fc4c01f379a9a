/** Lists, forms, links and settings: what a centre administers. */
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const root = { account: 'admin' } as const;

const listed = (page: Page) => page.getByRole('grid').getByRole('row').nth(1).waitFor();

/** Chooses the row that begins so, and presses the key of what is done with it. */
const withRow = (name: RegExp, key: string) => async (page: Page) => {
  await page.getByRole('row', { name }).first().click();
  await page.keyboard.press(key);
};

const read = (text: string | RegExp) => async (page: Page) => {
  await page.getByText(text).first().waitFor();
};

export const managementScreens: readonly Screen[] = [
  {
    ...{ name: 'devices', title: 'Devices', ...root, path: '/admin/manage/device' },
    words: 'Every list is searched, sorted and paged by the server, and obeys the keys on its buttons.',
    open: listed,
  },
  {
    ...{ name: 'device-form', title: 'A device', ...root, path: '/admin/manage/device', theme: 'dark' },
    words: 'The form stands beside its list; whoever has typed something is asked before it goes.',
    open: async (page) => {
      await withRow(/Renault/, 'F2')(page);
      await read('Editar dispositivo')(page);
    },
  },
  {
    ...{ name: 'links', title: 'Links of a device', ...root, path: '/admin/manage/device' },
    words: 'What it is linked to, switch by switch; what a group gives it is told and switched off there.',
    open: async (page) => {
      await withRow(/Renault/, 'F3')(page);
      await read('Origem')(page);
    },
  },
  {
    ...{ name: 'remove', title: 'A question', ...root, path: '/admin/manage/drivers' },
    words: 'Nothing goes without its name being said first.',
    open: async (page) => {
      await page.getByRole('grid').getByRole('row').nth(1).click();
      await page.keyboard.press('Control+r');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...{ name: 'import', title: 'Import', ...root, path: '/admin/manage/customers' },
    words: 'Customers and devices from a spreadsheet: every error by row and column, all or nothing.',
    open: async (page) => {
      await listed(page);
      await page.getByRole('button', { name: /^Importar/ }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'clientes.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Nome;CPF/CNPJ;Telefone\nOficina do Porto;11.222.333/0001-80;8533330000\n'),
      });
      await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
    },
  },
  {
    ...{ name: 'customer-form', title: 'A customer', ...root, path: '/admin/manage/customers' },
    words: 'All that is missing is told at once, at its field and at its section.',
    open: async (page) => {
      await listed(page);
      await page.keyboard.press('F1');
      await read('Novo cliente')(page);
      await page.keyboard.press('F8');
      await read('Informe o nome')(page);
    },
  },
  {
    ...{ name: 'users', title: 'A user', ...root, path: '/admin/manage/users' },
    words: 'Rights and limits, as far as whoever grants them has them.',
    open: async (page) => {
      await withRow(/^Central/, 'F2')(page);
      await read('Editar usuário')(page);
    },
  },
  {
    ...{ name: 'device-record', title: 'All of a device', ...root, path: '/admin/manage/device' },
    words: 'SIM, installation, upkeep, cases, commands and history of one device, to be read.',
    open: async (page) => {
      await page
        .getByRole('row', { name: /Renault/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Ficha' }).click();
      await read('Comandos')(page);
    },
  },
  {
    ...{ name: 'customer-record', title: 'All of a customer', ...root, path: '/admin/manage/customers' },
    words: 'His vehicles, users, contacts and cases, and what he pays.',
    open: async (page) => {
      await listed(page);
      await page.getByRole('grid').getByRole('row').nth(1).click();
      await page.getByRole('button', { name: 'Ficha' }).click();
      await read('Mensalidade')(page);
    },
  },
  {
    ...{ name: 'bulk', title: 'Many at once', ...root, path: '/admin/manage/device' },
    words: 'Marked rows get a group, a customer or a category at once, or go, with half a minute to undo it.',
    open: async (page) => {
      await listed(page);
      for (const row of [1, 2, 3])
        await page.getByRole('grid').getByRole('row').nth(row).getByRole('checkbox').click();
      await read('3 selecionadas')(page);
    },
  },
  {
    ...{ name: 'maintenance-due', title: 'What is due', ...root, path: '/admin/manage/maintenance' },
    words:
      'Which vehicle is due for what, the most urgent first, found by plate or narrowed; what is noted as done is counted from there.',
    open: async (page) => {
      await page.getByRole('button', { name: 'Vencimentos' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Limpar' }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    ...{ name: 'groups', title: 'Groups', ...root, path: '/admin/manage/groups' },
    words: 'Groups lie in one another, and so do their links.',
    open: listed,
  },
  {
    ...{ name: 'geofence', title: 'A geofence', ...root, path: '/admin/manage/geofences' },
    words:
      'Circles, polygons and lines, drawn with the mouse or typed; files of GeoJSON and KML go in and out.',
    open: async (page) => {
      await withRow(/^Base/, 'F2')(page);
      await read(/^Raio/)(page);
    },
  },
  {
    ...{ name: 'notification', title: 'A notification', ...root, path: '/admin/manage/notifications' },
    words: 'Which events are told, by which channels, at which hours; each channel can be tried.',
    open: async (page) => {
      await withRow(/^Alarme/, 'F2')(page);
      await read('Canais')(page);
    },
  },
  {
    ...{ name: 'server', title: 'Server', ...root, path: '/admin/manage/server' },
    words: 'Settings of the installation, with a map that already looks as the form says.',
    open: read('Zoom inicial'),
  },
  {
    ...{ name: 'company', title: 'Company', ...root, path: '/admin/manage/companies' },
    words:
      'Brand, sender and the words of the mails; the colour is seen in the whole interface while it is chosen.',
    open: async (page) => {
      await page.getByRole('button', { name: 'Adicionar [F1]' }).click();
      await page.getByLabel('Rótulo').waitFor();
    },
  },
  {
    ...{
      name: 'unknown-trackers',
      title: 'Unknown trackers',
      ...root,
      path: '/admin/manage/unknown-trackers',
    },
    words: 'Who knocks and is not registered is heard here, and made a device of in one step.',
    open: read('Rastreadores desconhecidos'),
  },
  {
    ...{ name: 'audit', title: 'Audit trail', ...root, path: '/admin/manage/audit' },
    words: 'Who did what to what, when and from where.',
    open: listed,
  },
  {
    ...{ name: 'sessions', title: 'Security', ...root, path: '/admin/manage/sessions' },
    words: 'Every session and token of the person, and the way to end it.',
    open: read('Esta sessão'),
  },
  {
    ...{ name: 'fleet-devices', title: 'Devices of a fleet, on a phone', account: 'frota', path: '/fleet' },
    ...{ size: 'phone' },
    words: 'The same lists fill the screen of a telephone.',
    open: async (page) => {
      await page.getByRole('button', { name: 'Abrir o menu' }).click();
      await page.getByRole('button', { name: 'Dispositivos', exact: true }).click();
      await listed(page);
    },
  },
  {
    ...{ name: 'sign-in-again', title: 'A session that has ended', ...root, path: '/admin/manage/drivers' },
    ...{ theme: 'dark', language: 'en' },
    words: 'Who is typing when his session ends is asked for his password there, and loses nothing.',
    open: async (page) => {
      await listed(page);
      await page.keyboard.press('F1');
      await page.getByRole('complementary').getByLabel('Name').fill('Antônio Bezerra');
      await page.evaluate(`fetch('/api/session', {
        method: 'DELETE',
        headers: { authorization: 'Bearer ' + sessionStorage.getItem('atalaia.token') },
      })`);
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    },
  },
];
