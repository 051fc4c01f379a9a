// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../lib/testing/a-device.ts';
import { aPosition } from '../../../lib/testing/a-position.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { SentRequest } from '../../../lib/testing/web-around.ts';
import { BatchForm } from './batch-form.tsx';

const page = 1000;

/** Cars 1 to `count`, all in the group; each drives as many knots as its number says. Its first `failures` answers of the group fail. */
function serverOf(count: number, failures = 0) {
  let left = failures;
  const cars = Array.from({ length: count }, (_, at) =>
    aDevice({ id: at + 1, uniqueId: `86000${at + 1}`, name: `Car ${at + 1}`, positionId: at + 1 }),
  );
  return async ({ url }: SentRequest) => {
    const ids = url.searchParams.getAll('id').map(Number);
    if (url.pathname.endsWith('/groups')) return Response.json([{ id: 5, name: 'South' }]);
    if (url.pathname.endsWith('/positions'))
      return Response.json(ids.map((id) => aPosition({ id, deviceId: id, speed: id })));
    if (url.searchParams.get('groupId') === '5') {
      if (left > 0) {
        left -= 1;
        return Response.json(
          { requestId: '1', message: '', code: 'internal-error', details: {} },
          { status: 500 },
        );
      }
      const offset = Number(url.searchParams.get('offset'));
      return Response.json(cars.slice(offset, offset + Number(url.searchParams.get('limit'))));
    }
    return Response.json(ids.length > 0 ? cars.filter(({ id }) => ids.includes(id)) : cars.slice(0, 50));
  };
}

/** The question before the vehicles of the group, and of car 1 besides, are blocked. */
async function ask(server: ReturnType<typeof serverOf>) {
  const opened = await act(() => renderPage(<BatchForm onClose={() => undefined} />, server));
  const choose = async (field: RegExp, option: RegExp) => {
    fireEvent.click(await screen.findByRole('combobox', { name: field }));
    // found before: while something is waited for, nothing is acted
    const found = await screen.findByText(option);
    await act(async () => fireEvent.click(found));
  };
  await choose(/^Devices/, /· Car 1$/);
  await choose(/^Groups/, /^South$/);
  await choose(new RegExp(`^${en['command.type']}`), new RegExp(`^${en['commandType.engineStop']}$`));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: en['command.send'] })));
  const question = await screen.findByRole('region', { name: en['command.batchBlock'] });
  const send = within(question).getByRole<HTMLButtonElement>('button', { name: en['command.send'] });
  const chooseReason = () =>
    choose(new RegExp(`^${en['block.reason']}`), new RegExp(en['blockReason.robbery']));
  return { ...opened, question, send, chooseReason };
}

const ofGroups = (count: number) =>
  en[`command.batchOfGroups_${count === 1 ? 'one' : 'other'}`]
    .replace('{{count}}', String(count))
    .replace('{{names}}', 'South');

test('[CMD-07] before the vehicles of a group are blocked one sees which they are, how fast each was and when', async () => {
  const { question, send, chooseReason, sent } = await ask(serverOf(3));
  expect(await within(question).findByText(ofGroups(3))).toBeTruthy();
  for (const [name, speed] of [
    ['Car 1', /^1\.9 km\/h, /],
    ['Car 2', /^3\.7 km\/h, /],
    ['Car 3', /^5\.6 km\/h, /],
  ] as const) {
    // the one that was chosen besides is there once
    const row = (await within(question).findByText(name)).closest('tr');
    expect(within(row as HTMLElement).getByText(speed)).toBeTruthy();
  }
  await chooseReason();
  await act(async () => fireEvent.click(send));
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ devicesId: [1], groupsId: [5] });
});

test('[CMD-07] nobody is blocked before it is known who, and what could not be read is read again', async () => {
  const { question, send, chooseReason } = await ask(serverOf(2, 1));
  await chooseReason();
  const retry = await within(question).findByRole('button', { name: en['error.retry'] });
  expect(send.disabled).toBe(true);
  await act(async () => fireEvent.click(retry));
  expect(await within(question).findByText(ofGroups(2))).toBeTruthy();
  expect(send.disabled).toBe(false);
});

test('[CMD-04] [CMD-07] a group of more than one page is counted whole, and one of more than a batch takes is not sent to', async () => {
  const { question, unmount } = await ask(serverOf(page + 1));
  expect(await within(question).findByText(ofGroups(page + 1))).toBeTruthy();
  unmount();
  const over = await ask(serverOf(10 * page + 1));
  await over.chooseReason();
  expect(await within(over.question).findByText(en['command.tooManyInGroups'])).toBeTruthy();
  expect(over.send.disabled).toBe(true);
});
