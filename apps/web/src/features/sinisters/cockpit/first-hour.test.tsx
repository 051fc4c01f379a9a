// @vitest-environment happy-dom
import { type FirstHour, firstHourSteps } from '@atalaia/contract/sinisters/first-hour';
import { en } from '@atalaia/phrases/en';
import { ptBr } from '@atalaia/phrases/pt-br';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { FirstHourPanel } from './first-hour.tsx';

type Step = FirstHour['steps'][number];
const missing = { doneAt: null, afterSeconds: null, reference: null, doneBy: null, source: null };
const openedAt = '2026-11-21T10:00:00.000Z';

/** The server keeps the steps. */
async function open(done: Partial<Record<Step['step'], Partial<Step>>> = {}, mayWrite = true) {
  const steps: Step[] = firstHourSteps.map((step) => ({ step, ...missing, ...done[step] }));
  const hour = () => ({ openedAt, sinalUntil: '2026-11-24T10:00:00.000Z', steps });
  const page = await renderPage(
    <FirstHourPanel sinisterId={7} mayWrite={mayWrite} />,
    async ({ method, url, body }) => {
      const at = steps.findIndex(({ step }) => url.pathname.endsWith(`/${step}`));
      const step = steps[at];
      if (step && method === 'PUT') {
        const doneAt = '2026-11-21T10:04:05.000Z';
        const { reference = step.reference } = body as { reference?: string };
        steps[at] = { ...step, doneAt, afterSeconds: 245, reference, doneBy: 'Ana', source: 'noted' };
      }
      if (step && method === 'DELETE') steps[at] = { ...step, ...missing };
      return Response.json(hour());
    },
  );
  await screen.findByText(en['firstHour.sinal']);
  const said = () =>
    page.sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [method, url.pathname.split('/').at(-1), body]);
  return { said };
}
const named = (key: 'cockpit.noteDone' | 'cockpit.typeNumber' | 'cockpit.takeBack', step: Step['step']) =>
  en[key].replace('{{step}}', en[`firstHour.${step}`]);
const button = (name: string) => screen.queryByRole('button', { name });

test('[COCK-03] one click notes a step with its time since the opening, and another takes it back', async () => {
  const { said } = await open();
  fireEvent.click(screen.getByRole('button', { name: named('cockpit.noteDone', 'policeCalled') }));
  expect(await screen.findByText('+4:05')).toBeTruthy();
  expect(screen.getByText('1/7')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: named('cockpit.takeBack', 'policeCalled') }));
  expect(await screen.findByText('0/7')).toBeTruthy();
  expect(said()).toEqual([
    ['PUT', 'policeCalled', {}],
    ['DELETE', 'policeCalled', undefined],
  ]);
});

test.each([ptBr, en])(
  '[COCK-03] the name of the button of a number begins with what stands on it (WCAG 2.5.3)',
  (texts) => {
    expect(texts['cockpit.typeNumber'].startsWith(texts['cockpit.number'])).toBe(true);
  },
);

test('[COCK-03] a number is typed and stands beside its step; an empty one is not sent', async () => {
  const { said } = await open();
  fireEvent.click(screen.getByRole('button', { name: named('cockpit.typeNumber', 'policeReport') }));
  const field = await screen.findByLabelText(
    en['cockpit.numberOf'].replace('{{step}}', en['firstHour.policeReport']),
  );
  fireEvent.submit(field);
  fireEvent.change(field, { target: { value: ' BO 77/2026 ' } });
  fireEvent.submit(field);
  await waitFor(() => expect(screen.getByText(/BO 77\/2026/)).toBeTruthy());
  expect(said()).toEqual([['PUT', 'policeReport', { reference: 'BO 77/2026' }]]);
});

test('[COCK-03] what rows of their own tell is nobody’s click and says whence it is known; who may not write has no buttons', async () => {
  const doneAt = '2026-11-21T10:01:00.000Z';
  const told = { doneAt, afterSeconds: 60, doneBy: 'Bia' };
  await open({ blockAsked: { ...told, source: 'block' }, ownerReached: { ...told, source: 'call' } });
  expect(button(named('cockpit.noteDone', 'agentsSent'))).toBeNull();
  expect(button(named('cockpit.takeBack', 'blockAsked'))).toBeNull();
  expect(button(named('cockpit.takeBack', 'ownerReached'))).toBeNull();
  expect(screen.getByText(new RegExp(en['stepSource.call']))).toBeTruthy();
  expect(screen.getByText(new RegExp(en['stepSource.block']))).toBeTruthy();
});

test('[COCK-03] who may not write reads the first hour without a button', async () => {
  await open({}, false);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
