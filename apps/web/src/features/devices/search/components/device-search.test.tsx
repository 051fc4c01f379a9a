// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../lib/testing/render-page.tsx';
import { DeviceSearch } from './device-search.tsx';

const device = (id: number, plate: string) => ({
  ...{ id, uniqueId: `86812014523${id}`, name: `Van ${plate}`, groupId: 0, groupName: null, customerId: 0 },
  ...{ customerName: null, customerCpfCnpj: null, category: null, status: 'online', disabled: false },
  ...{ expirationTime: null, calendarId: 0, lastUpdate: null, phone: null, model: null, contact: null },
  ...{ positionId: 0, geofenceIds: [], attributes: { plate } },
});

/** The search of the top bar; `answer` answers what was asked for by its keyword. */
async function open() {
  const asked = new Map<string, (devices: readonly object[]) => void>();
  const onPick = vi.fn();
  await renderPage(<DeviceSearch onPick={onPick} />, ({ url }) => {
    const keyword = url.searchParams.get('keyword') ?? '';
    const answered = Promise.withResolvers<Response>();
    asked.set(keyword, (devices) => answered.resolve(Response.json(devices)));
    return answered.promise;
  });
  const box = screen.getByRole('searchbox', { name: en['shell.searchLabel'] });
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(box, { key, code: key });
  const answer = async (keyword: string, ...devices: readonly object[]) => {
    await expect.poll(() => asked.has(keyword)).toBe(true);
    asked.get(keyword)?.(devices);
  };
  return { onPick, type, press, answer };
}

test('[SHELL-02] a plate and Enter are enough: the first that fits is taken as soon as it is there, and none of what was typed before', async () => {
  const { onPick, type, press, answer } = await open();
  type('AB');
  await answer('AB', device(1, 'ABA1A11'), device(2, 'ABC1D23'));
  await screen.findByText('Van ABA1A11');
  type('ABC1D23');
  press('Enter');
  expect(onPick).not.toHaveBeenCalled();
  await answer('ABC1D23', device(2, 'ABC1D23'));
  await expect.poll(() => onPick.mock.calls).toEqual([[2]]);
});

test('[SHELL-02] Enter takes the first of what is offered, and nothing once more was typed before it came', async () => {
  const { onPick, type, press, answer } = await open();
  type('ABA');
  press('Enter');
  type('ABAX');
  press('x');
  await answer('ABAX', device(3, 'ABAX'));
  await screen.findByText('Van ABAX');
  expect(onPick).not.toHaveBeenCalled();
  press('Enter');
  expect(onPick.mock.calls).toEqual([[3]]);
});
