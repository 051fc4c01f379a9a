/** Every screen of the product, in the order in which one meets them. */
import type { Page } from '@playwright/test';
import { deskScreens, secondPersonScreen } from './desk-screens.ts';
import { managementScreens } from './management-screens.ts';
import { recoveryScreens } from './recovery-screens.ts';
import type { Screen } from './screen.ts';

const drawn = (page: Page) =>
  page
    .getByLabel(/^(Legenda|Legend)$/)
    .getByText(/[1-9]/)
    .first()
    .waitFor();

/** Looks a vehicle up as a person does, and waits for its panel. */
async function chooseVehicle(page: Page): Promise<void> {
  await drawn(page);
  await page
    .getByPlaceholder(/^Placa, nome/)
    .first()
    .fill('Scania');
  await page.getByRole('option').first().click();
  await page.getByRole('region', { name: /^Detalhes de/ }).waitFor();
}

const inPanel = (page: Page, name: string) =>
  page.getByRole('region', { name: /^Detalhes de/ }).getByRole('button', { name, exact: true });

/** Chooses in a field of a dialog by typing, as a person does. */
async function chooseIn(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field).first().fill(text);
  await page.getByRole('option').first().click();
  // A list of several stays open for the next one, over what is below.
  await page.keyboard.press('Tab');
}

const press = (name: string | RegExp) => async (page: Page) => {
  await drawn(page);
  await page.getByRole('button', { name }).first().click();
};

const desk = { account: 'central', path: '/admin' } as const;

export const screens: readonly Screen[] = [
  {
    ...{ name: 'login', title: 'Sign-in', account: undefined, path: '/login' },
    words: 'Mail or user name and password; the company of the host name gives logo and colour.',
  },
  {
    ...{ name: 'map', title: 'Live map', ...desk },
    words: 'Every vehicle of the operator, live, with the alarms that wait and the events beside it.',
    open: drawn,
  },
  {
    ...{ name: 'map-dark', title: 'Live map, dark', ...desk, theme: 'dark' },
    words: 'The same at night; the theme follows the system unless one chooses.',
    open: drawn,
  },
  {
    ...{ name: 'map-english', title: 'Live map in English', ...desk, language: 'en' },
    words: 'The second language; a person chooses it once.',
    open: drawn,
  },
  {
    ...{ name: 'panel', title: 'Vehicle', ...desk },
    words: 'What is known of one vehicle, and everything one can do to it.',
    open: async (page) => {
      await chooseVehicle(page);
      await page.getByRole('button', { name: 'Rota', exact: true }).click();
    },
  },
  {
    ...{ name: 'panel-events', title: 'Events of a vehicle', ...desk },
    words: 'What happened to it today, in 24 hours or in 7 days, by type.',
    open: async (page) => {
      await chooseVehicle(page);
      await inPanel(page, 'Eventos').click();
      await page.getByRole('list', { name: 'Eventos do veículo' }).getByRole('listitem').first().waitFor();
    },
    leave: (page) => inPanel(page, 'Dados').click(),
  },
  {
    ...{ name: 'share', title: 'Share', ...desk },
    words: 'For how long a link shows where a vehicle is, and what else it shows.',
    open: async (page) => {
      await chooseVehicle(page);
      await inPanel(page, 'Compartilhar').click();
      await page.getByRole('button', { name: 'Criar o link' }).waitFor();
    },
  },
  {
    ...{ name: 'block', title: 'Block', ...desk },
    words: 'A block is confirmed, and on a moving vehicle once more with its reason.',
    open: async (page) => {
      await chooseVehicle(page);
      await page.getByRole('button', { name: 'Bloquear' }).click();
      await page.getByRole('dialog', { name: 'Bloquear' }).waitFor();
    },
  },
  {
    ...{ name: 'event', title: 'Event', ...desk },
    words: 'Where it happened, and the comment that handles it for every operator.',
    open: async (page) => {
      await page.getByRole('tab', { name: /^Eventos/ }).click();
      await page.getByRole('list', { name: 'Eventos ao vivo' }).getByRole('button').first().click();
      await page.getByRole('region', { name: 'Evento', exact: true }).waitFor();
    },
  },
  {
    ...{ name: 'sinisters', title: 'Open incidents', ...desk },
    words: 'Theft, robbery and the like: the open ones, live, from the oldest.',
    open: async (page) => {
      await drawn(page);
      await page.getByRole('tab', { name: /Sinistro/ }).click();
    },
  },
  {
    ...{ name: 'strip', title: 'All vehicles', ...desk },
    words: 'The strip at the foot of the map, opened: searched by text, vehicle and state.',
    open: press(/^Ver todos os dispositivos/),
  },
  {
    ...{ name: 'vehicle-list', title: 'Vehicles at the left', ...desk, theme: 'dark' },
    words: 'The same as a list beside the map, sorted and filtered; more than half of the window stays map.',
    async open(page) {
      await press('Lista de veículos à esquerda')(page);
      await page.getByRole('region', { name: 'Veículos' }).getByRole('listitem').first().waitFor();
      await page.waitForTimeout(2_000);
    },
    leave: (page) => page.getByRole('button', { name: 'Faixa de veículos embaixo' }).click(),
  },
  {
    ...{ name: 'follow', title: 'Followed in windows', ...desk },
    words: 'Several vehicles at once, each in a map of its own that goes with it.',
    async open(page) {
      await drawn(page);
      for (const name of ['Scania', 'Volvo', 'Strada']) {
        await page
          .getByPlaceholder(/^Placa, nome/)
          .first()
          .fill(name);
        await page.getByRole('option').filter({ hasText: name }).first().click();
        await page.getByRole('button', { name: 'Janela', exact: true }).click();
        await page.getByRole('heading', { name: 'Seguir em janelas' }).waitFor();
      }
    },
  },
  {
    ...{ name: 'report', title: 'Report over the map', ...desk },
    words: 'A report is shown in the place of the strip, with the map above it; or saved as a spreadsheet.',
    open: async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: 'Novo Relatório' }).click();
      await chooseIn(page, 'Dispositivos', 'Scania');
      await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    ...{ name: 'trips', title: 'Trips of a day', ...desk },
    words: 'Where and when each trip began and ended, and what it took, without a column out of sight.',
    open: async (page) => {
      await chooseVehicle(page);
      await page.getByRole('button', { name: 'Viagens', exact: true }).click();
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    ...{ name: 'playback', title: 'Playback', ...desk },
    words: 'The day of a vehicle driven again, beside its speed, with what happened named on the line.',
    open: async (page) => {
      await chooseVehicle(page);
      await inPanel(page, 'Reproduzir').click();
      await page.getByRole('region', { name: 'Reprodução do trajeto' }).waitFor();
    },
  },
  {
    ...{ name: 'handled-events', title: 'Handled events', ...desk, path: '/admin/manage/handled-events' },
    words: 'Who handled which event, when and how; searched by words, vehicle, operator, type and days.',
    open: async (page) => {
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    ...{ name: 'command', title: 'Command', ...desk },
    words: 'What the tracker of a vehicle takes, sent at once or when it is back.',
    open: async (page) => {
      await drawn(page);
      await page.getByRole('button', { name: 'Novo Comando' }).click();
      await chooseIn(page, 'Dispositivo *', 'Scania');
      await page.getByRole('dialog').getByLabel('Tipo *').first().click();
    },
  },
  {
    ...{ name: 'dashboard', title: 'Dashboard', ...desk },
    words: 'Counts over the fleet beside the map, live; every bar leads to its list.',
    open: press('Painel de indicadores'),
    leave: press('Fechar o painel de indicadores'),
  },
  {
    ...{ name: 'dashboard-page', title: 'Dashboard as a page', ...desk, path: '/admin/dashboard' },
    words: 'The same figures with the whole window.',
    open: async (page) => {
      await page
        .getByRole('button', { name: /Abrir a lista$/ })
        .first()
        .waitFor();
    },
  },
  {
    ...{ name: 'chart', title: 'List behind a bar', ...desk, path: '/admin/chart/communication' },
    words: 'The vehicles of one bar, as a table and as a spreadsheet.',
    open: async (page) => {
      await page.getByText(/Resultados$/).waitFor();
    },
  },
  ...deskScreens,
  ...recoveryScreens,
  ...managementScreens,
  {
    ...{ name: 'account', title: 'My account', ...desk, path: '/admin/manage/account' },
    words: 'Name, password, units, time and language of the person signed in.',
    open: async (page) => {
      await page.getByRole('textbox').first().waitFor();
    },
  },
  {
    ...{ name: 'shared', title: 'A shared vehicle', ...desk },
    words: 'Who has the link sees where a vehicle is, without signing in, until the link ends.',
    open: async (page) => {
      await chooseVehicle(page);
      await page.getByRole('button', { name: 'Compartilhar', exact: true }).click();
      await page.getByRole('button', { name: 'Criar o link' }).click();
      await page.goto(await page.getByRole('dialog').getByLabel('Link').inputValue());
      await page.getByText(/km\/h/).first().waitFor();
    },
  },
  {
    ...{ name: 'shortcuts', title: 'Shortcuts', ...desk },
    words: 'Everything can be done by keyboard; `?` says how.',
    open: async (page) => {
      await drawn(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...{ name: 'fleet', title: 'Fleet', account: 'frota', path: '/fleet' },
    words: 'A fleet sees its own vehicles, and administers what is its own from the menu above.',
    open: drawn,
  },
  {
    ...{ name: 'client', title: 'Client, on a phone', account: 'cliente', path: '/client', size: 'phone' },
    words: 'An end client with a telephone 360 pixels wide.',
    open: drawn,
  },
  {
    ...{ name: 'link-invalid', title: 'A link that has ended', account: undefined, path: '/shared/none' },
    words: 'Who follows a shared link that has ended, or never was one, is told so.',
  },
  secondPersonScreen,
];
