/** Every screen of the product, in the order in which one meets them. */
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const drawn = (page: Page) => page.getByLabel('Legenda').waitFor();

async function chooseDevice(page: Page): Promise<void> {
  await drawn(page);
  const search = page.getByRole('combobox', { name: 'Buscar' });
  await search.fill('FH 540');
  await page.getByRole('option').first().click();
  await page.getByRole('region', { name: /Detalhes de/ }).waitFor();
}

export const screens: readonly Screen[] = [
  {
    ...{ name: 'login', title: 'Sign-in', account: undefined, path: '/login' },
    words: 'Mail or user name and password; the company of the host name gives logo and colour.',
  },
  {
    ...{ name: 'map', title: 'Live map', account: 'central', path: '' },
    words: 'Every vehicle of the operator, live, with the events beside it.',
    open: drawn,
  },
  {
    ...{ name: 'map-dark', title: 'Live map, dark', account: 'central', path: '', theme: 'dark' },
    words: 'The same at night; the theme follows the system unless one chooses.',
    open: drawn,
  },
  {
    ...{ name: 'map-english', title: 'Live map in English', account: 'central', path: '', language: 'en' },
    words: 'The second language; a person chooses it once.',
    open: (page) => page.getByLabel('Legend').waitFor(),
  },
  {
    ...{ name: 'panel', title: 'Vehicle', account: 'central', path: '' },
    words: 'What is known of one vehicle, and everything one can do to it.',
    open: chooseDevice,
  },
];
