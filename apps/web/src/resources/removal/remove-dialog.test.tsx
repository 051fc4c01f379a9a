// @vitest-environment happy-dom
import type { Dependent, Dependents } from '@atalaia/contract/dependents';
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import type { SentRequest } from '../../lib/testing/web-around.ts';
import { useResourceFormContext } from '../form/use-resource-form-context.ts';
import { type NounTexts, NounTextsContext } from '../noun-texts.ts';
import type { Resource } from '../resource.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const nounTexts = {
  countOf: ({ kind, count }: Dependent) => `${count} of ${kind}`,
  namesOf: ({ named }: Dependent) => named.map(({ name }) => name).join(', '),
} as Partial<NounTexts> as NounTexts;

const resource: Pick<Resource<never>, 'path' | 'removal'> = {
  path: 'groups',
  removal: {
    moveTo: 'removal.group.moveTo',
    choices: { device: { detach: 'removal.group.detach', move: 'removal.group.move' } },
  },
};

const devices: Dependent = {
  kind: 'device',
  effect: 'choose',
  choices: ['detach', 'move'],
  count: 2,
  named: [
    { id: 1, name: 'Gol' },
    { id: 2, name: 'Onix' },
  ],
};
const found = (part: Partial<Dependents> = {}): Dependents => ({
  seen: 'first',
  hidden: false,
  dependents: [devices],
  ...part,
});

const refused = (status: number, code: string, details?: object) =>
  Response.json({ code, message: code, requestId: 'r', ...(details && { details }) }, { status });

function OpenDialog(props: { readonly onRemoved: () => void; readonly onClose: () => void }) {
  const labels = useResourceFormContext();
  if (!labels) return null;
  return (
    <NounTextsContext value={nounTexts}>
      <RemoveDialog resource={resource} id={7} name="Frota" parentId={0} labels={labels} {...props} />
    </NounTextsContext>
  );
}

async function open(answer: (request: SentRequest) => Response) {
  const onRemoved = vi.fn();
  const onClose = vi.fn();
  const page = await renderPage(<OpenDialog onRemoved={onRemoved} onClose={onClose} />, async (request) =>
    answer(request),
  );
  const remove = () => screen.getByRole<HTMLButtonElement>('button', { name: en['action.remove'] });
  const keep = () => screen.getByRole<HTMLInputElement>('radio', { name: en['removal.group.detach'] });
  return { ...page, onRemoved, onClose, remove, keep };
}

const isRemoval = ({ method }: SentRequest) => method === 'DELETE';

test('[LIST-03] nothing is removed before it is decided what becomes of everything that hangs on it', async () => {
  const { sent, onRemoved, remove, keep } = await open((request) =>
    isRemoval(request) ? new Response(null, { status: 204 }) : Response.json(found()),
  );
  await screen.findByText(/2 of device/);
  expect(screen.getByText('Gol, Onix')).toBeTruthy();
  expect(remove().disabled).toBe(true);
  fireEvent.click(keep());
  fireEvent.click(remove());
  await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
  const { pathname, searchParams } = sent.find(isRemoval)?.url ?? expect.fail('nothing was removed');
  expect([pathname, [...searchParams]]).toEqual([
    '/api/groups/7',
    [
      ['seen', 'first'],
      ['decision', 'device:detach'],
    ],
  ]);
});

test('[LIST-03] what restricts a removal is listed, and the button stays disabled', async () => {
  const sinister: Dependent = { kind: 'sinister', effect: 'restrict', choices: [], count: 1, named: [] };
  const { remove } = await open(() => Response.json(found({ dependents: [sinister] })));
  expect((await screen.findByText('1 of sinister')).closest('[role=alert]')).toBeTruthy();
  expect(remove().disabled).toBe(true);
});

test('[LIST-03] a removal that meets something new shows it and asks again', async () => {
  const more = found({ seen: 'second', dependents: [{ ...devices, count: 3 }] });
  const removals = [
    () => refused(409, 'dependents-changed', more),
    () => new Response(null, { status: 204 }),
  ];
  const { sent, onRemoved, remove, keep } = await open((request) => {
    if (!isRemoval(request)) return Response.json(found());
    return removals.shift()?.() ?? expect.fail('no third removal expected');
  });
  await screen.findByText(/2 of device/);
  fireEvent.click(keep());
  fireEvent.click(remove());
  await screen.findByText(/3 of device/);
  expect([keep().checked, remove().disabled, onRemoved.mock.calls]).toEqual([false, true, []]);
  fireEvent.click(keep());
  fireEvent.click(remove());
  await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
  expect(sent.filter(isRemoval).at(-1)?.url.searchParams.get('seen')).toBe('second');
});

test('[LIST-03] a row that somebody else removed leaves the list; closing the dialog removes nothing', async () => {
  const { sent, onClose, onRemoved, remove } = await open((request) =>
    isRemoval(request) ? refused(404, 'not-found') : Response.json(found({ dependents: [] })),
  );
  await waitFor(() => expect(remove().disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: en['action.cancel'] }));
  expect([onClose.mock.calls.length, sent.filter(isRemoval)]).toEqual([1, []]);
  fireEvent.click(remove());
  await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
});
