/** A theft as the demonstration plays it: the centre's screens, and those of who has a link and no account. */
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { demoPassword } from '@atalaia/simulator/demo/company';
import { stolenVehicle } from '@atalaia/simulator/demo/theft/stolen-car';
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

interface Case {
  readonly id: number;
  readonly status: string;
  readonly devicePlate: string | null;
}

const supervisor = { account: 'carla', path: '/admin' } as const;
const administrator = { account: 'admin', path: '/admin/manage' } as const;
/** Until the thief is jammed, silent, and the agents on their way. */
const playedMs = 180_000;
const lookMs = 500;

const actAs = (page: Page, mailbox: string): Promise<Api> =>
  signInToApi(new URL(page.url()).origin, `${mailbox}@atalaia.local`, demoPassword);

async function openTheft(api: Api): Promise<number | undefined> {
  const { plate } = stolenVehicle();
  const cases = await api.get<Case[]>('sinisters');
  return cases.find(({ status, devicePlate }) => status === 'opened' && devicePlate === plate)?.id;
}

/** Opens the screen of the theft that is under way; where none is, one begins first. */
async function openCockpit(page: Page): Promise<void> {
  const carla = await actAs(page, 'carla');
  if ((await openTheft(carla)) === undefined) await (await actAs(page, 'admin')).post('demo/theft', {});
  const end = Date.now() + playedMs;
  let id: number | undefined;
  while (id === undefined) {
    if (Date.now() > end) throw new Error('the theft opened no case');
    await page.waitForTimeout(lookMs);
    id = await openTheft(carla);
  }
  await page.goto(`${new URL(page.url()).origin}/admin/sinisters/${id}`);
  await page
    .getByRole('list', { name: 'Linha do tempo' })
    .getByText(/a caminho/)
    .first()
    .waitFor({ timeout: playedMs });
}

const show = (name: string) => async (page: Page) => {
  await openCockpit(page);
  await page.getByRole('tab', { name, exact: true }).click();
};

/** A link of the open case, as it is sent: its page is opened. */
async function follow(page: Page, kind: 'call-out' | 'police'): Promise<void> {
  const origin = new URL(page.url()).origin;
  const carla = await actAs(page, 'carla');
  const id = await openTheft(carla);
  const [responder] = await carla.get<{ readonly id: number }[]>('responders');
  const made =
    kind === 'police'
      ? await carla.post<{ token: string }>(`sinisters/${id}/police-links`, {})
      : await carla.post<{ token: string }>(`sinisters/${id}/call-outs`, {
          responderId: responder?.id,
          message: 'Honda HR-V prata. Não abordar: aguardar a PM.',
          approvedBy: 'Carla Menezes',
        });
  await page.goto(`${origin}/${kind}/${made.token}`);
}

/** In this order: the theft goes on while they are taken, and registers whom to call. */
export const recoveryScreens: readonly Screen[] = [
  {
    ...{ name: 'cockpit', title: 'A theft', ...supervisor },
    words:
      'One screen for an open theft: its way, its clock, its block, whom to call, and what everybody did.',
    open: openCockpit,
  },
  {
    ...{ name: 'prompt-response', title: 'Prompt response', ...supervisor },
    words: 'Who was called out and what he answered, and the directory, the nearest first.',
    open: show('Pronta resposta'),
  },
  {
    ...{ name: 'police', title: 'For the police', ...supervisor, theme: 'dark' },
    words: 'Texts to copy for the police report and the highway police, and the link that officers open.',
    open: show('Polícia'),
  },
  {
    ...{
      name: 'call-out',
      title: 'Called out, on a phone',
      account: undefined,
      path: '/login',
      size: 'phone',
    },
    words: 'Who was called out answers by his link, also where there is no network: it is sent later.',
    open: async (page) => {
      await follow(page, 'call-out');
      await page.getByRole('button', { name: 'A caminho' }).waitFor();
    },
  },
  {
    ...{
      name: 'officer',
      title: 'An officer, on a phone',
      account: undefined,
      path: '/login',
      size: 'phone',
    },
    words: 'The police see that vehicle alone, from the event on, after saying who they are.',
    open: async (page) => {
      await follow(page, 'police');
      await page.getByLabel('Nome *').fill('Sgt. Lima');
      await page.getByLabel('Unidade *').fill('4º BPM');
      await page.getByLabel('Telefone *').fill('48991240777');
      await page.getByRole('button', { name: 'Ver o veículo' }).click();
      await page.getByText(/km\/h/).first().waitFor();
    },
  },
  {
    ...{ name: 'contacts', title: 'Whom to call', ...administrator, path: '/admin/manage/customer' },
    words: 'A customer’s contacts in the order in which they are called, with hours, and his pass phrases.',
    open: async (page) => {
      await page
        .getByRole('row', { name: /Marina/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Contatos/ })
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Telefone 1' }).first().waitFor();
    },
  },
  {
    ...{ name: 'procedures', title: 'A procedure', ...administrator, path: '/admin/manage/desk' },
    words: 'Step by step, and where each answer leads; alarms keep the version they were opened with.',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Procedimentos', exact: true }).click();
      await page.getByRole('button', { name: 'Editar SOS' }).click();
      await page.getByLabel('O que fazer').first().waitFor();
    },
  },
  {
    ...{ name: 'procedure-step', title: 'Working by a procedure', account: 'central', path: '/admin' },
    words: 'The step that is to be done now, whom to call, and each answer a key.',
    open: async (page) => {
      await page.getByRole('list').getByRole('article').first().waitFor();
      await page.keyboard.press('F4');
      await page.getByRole('dialog').getByRole('textbox').first().fill('Marina');
      // the stolen one is worked on
      await page
        .getByRole('radio', { name: /^(?!.*HR-V).*Marina/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Abrir atendimento' }).click();
      await page.getByRole('region', { name: 'Procedimento' }).waitFor();
    },
  },
];
