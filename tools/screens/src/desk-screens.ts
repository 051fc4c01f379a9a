/** The alarm desk: what an operator and a supervisor sit before for twelve hours, and what an administrator says of it. */
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { demoPassword } from '@atalaia/simulator/demo/company';
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

interface Vehicle {
  readonly id: number;
  readonly category: string | null;
}

const operator = { account: 'central', path: '/admin' } as const;
const supervisor = { account: 'carla' } as const;
const administrator = { account: 'admin', path: '/admin/manage/desk' } as const;

/** Somebody of the demonstration, who does by the API what another person's screen then shows. */
const colleague = (page: Page, mailbox: string): Promise<Api> =>
  signInToApi(new URL(page.url()).origin, `${mailbox}@atalaia.local`, demoPassword);

const row = (page: Page) => page.getByRole('main').getByRole('row').nth(1).waitFor();

const card = (page: Page) => page.getByRole('list').getByRole('article').first().waitFor();

const hourMs = 3_600_000;

async function watch(page: Page): Promise<void> {
  const ana = await colleague(page, 'ana');
  const devices = await ana.get<Vehicle[]>('devices');
  const reasons = ['Carga de eletrônicos; escolta até as 22 h.', 'Motorista novo na rota da serra.'];
  for (const [index, reason] of reasons.entries()) {
    const device = devices[10 + index * 7];
    if (!device) throw new Error('the demonstration has too few vehicles');
    const until = new Date(Date.now() + (4 + index * 20) * hourMs).toISOString();
    await ana.post('watched-devices', { deviceId: device.id, reason, until });
  }
}

/** Asks for a block that a second person confirms. */
async function askForBlock(page: Page): Promise<void> {
  const ana = await colleague(page, 'ana');
  const devices = await ana.get<Vehicle[]>('devices');
  const bus = devices.find(({ category }) => category === 'bus');
  if (!bus) throw new Error('the demonstration has no bus');
  await ana.post('blocks', {
    ...{ deviceId: bus.id, reason: 'theft', when: 'standstill' },
    note: 'Titular ao telefone: veículo levado na saída da garagem.',
    confirmation: { reason: 'Passageiros já desceram, confirma o titular.' },
  });
}

const showTab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.getByRole('tabpanel').getByRole('row').nth(1).waitFor();
};

export const deskScreens: readonly Screen[] = [
  {
    ...{ name: 'desk-queue', title: 'Alarm desk: the queue', ...supervisor, path: '/admin/desk' },
    words:
      'Every open alarm by severity and by the time left, who works on what, and the most urgent one a key away.',
    open: card,
  },
  {
    ...{ name: 'desk-call', title: 'Alarm desk: a call', ...operator },
    words: 'Who calls is found by plate, phone, CPF or name; the case is open five keys after the plate.',
    open: async (page) => {
      await page.getByRole('list').getByRole('article').first().waitFor();
      await page.keyboard.press('F4');
      await page.getByRole('dialog').getByRole('textbox').first().fill('Scania');
      await page
        .getByRole('radio', { name: /Scania/ })
        .first()
        .waitFor();
    },
  },
  {
    ...{ name: 'desk-work', title: 'Alarm desk: working an alarm', ...operator },
    words:
      'Contacts, events, the vehicle on the map and its past beside the text and the outcomes, each a key.',
    open: async (page) => {
      await card(page);
      await page.keyboard.press('F1');
      await page.getByRole('button', { name: /^Confirmado/ }).waitFor();
    },
  },
  {
    ...{ name: 'desk-board', title: 'Supervision', ...supervisor, path: '/admin/desk/board' },
    words: 'What waits and is late, who is on duty with what, and how the last 24 hours went.',
    open: row,
  },
  {
    ...{ name: 'desk-wall', title: 'Supervision on a wall', ...supervisor, path: '/admin/desk/wall' },
    ...{ theme: 'dark' },
    words: 'The same on a big screen, read from afar; it refreshes by itself.',
    open: row,
  },
  {
    ...{ name: 'no-communication', title: 'No communication', ...supervisor },
    ...{ path: '/admin/desk/no-communication' },
    words: 'Vehicles silent beyond their time, why, and when their customer is called again.',
    open: row,
  },
  {
    ...{ name: 'alarm-report', title: 'Report of alarms', ...supervisor, path: '/admin/desk/report' },
    words: 'How many, how fast and with which outcome, of a period; also as a spreadsheet.',
    open: row,
  },
  {
    ...{ name: 'watch-list', title: 'Watch list', ...supervisor, path: '/admin/desk/watched' },
    words: 'Vehicles that need an eye, with a reason and an end; marked on the map and in the strip.',
    open: async (page) => {
      await watch(page);
      await page.reload();
      await row(page);
    },
  },
  {
    ...{ name: 'shift', title: 'Handing over', ...supervisor, path: '/admin/desk/handovers' },
    words:
      'Who leaves gets a list of what is open and adds what the next one must know; who comes accepts it.',
    open: async (page) => {
      const note = 'Cliente da Serra Azul volta a ligar às 19 h sobre o caminhão na oficina.';
      await (await colleague(page, 'ana')).post('desk/handovers', { note });
      await page.reload();
      await page.getByRole('article').filter({ hasText: note }).waitFor();
    },
  },
  {
    ...{ name: 'alarm-rules', title: 'Rules of alarms', ...administrator },
    words: 'Which events open an alarm, of which vehicles and how urgent; the first rule that fits decides.',
    open: async (page) => {
      await showTab('Regras')(page);
      await page.getByRole('button', { name: 'Editar Corte de energia' }).click();
      await page.getByRole('button', { name: /^Atualizar/ }).waitFor();
    },
  },
  {
    ...{ name: 'escalation', title: 'Escalation', ...administrator },
    words: 'Who is told, what is raised and whose it becomes when nobody takes or closes an alarm in time.',
    open: async (page) => {
      await showTab('Escalonamento')(page);
      await page.getByRole('button', { name: /^Editar Avisar/ }).click();
      await page.getByRole('button', { name: /^Atualizar/ }).waitFor();
    },
  },
  {
    ...{ name: 'block-policies', title: 'Block policies', ...administrator },
    words: 'When a vehicle may be blocked; of all policies that fit it the strictest of each rule holds.',
    open: showTab('Bloqueio'),
  },
  {
    ...{ name: 'mass-faults', title: 'Mass faults', ...administrator },
    words:
      'From how many vehicles that fall silent together it is one alarm, and from how many our own line.',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Ajustes da mesa', exact: true }).click();
      await page.getByRole('button', { name: 'Falha em massa' }).click();
      await page.getByLabel(/^Detectar falhas em massa/).waitFor();
    },
  },
];

/** Stands over whatever a supervisor or an administrator opens until it is answered: the last picture. */
export const secondPersonScreen: Screen = {
  ...{ name: 'blocks', title: 'The second person', ...supervisor, path: '/admin/desk/blocked' },
  words:
    'A block whose policy wants two people is confirmed by a supervisor, wherever he is in the interface.',
  open: async (page) => {
    await askForBlock(page);
    await page.getByRole('dialog').waitFor();
  },
};
