// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SilenceDialog } from '../silences/silences.tsx';
import { acted, type DeskParts, refusal, renderDesk } from '../testing/render-desk.tsx';
import { WatchDialog, WatchView } from '../watch/watch-list.tsx';

const hourMs = 3_600_000;
const watched = {
  ...{ id: 6, deviceId: 8, deviceName: 'Gol', plate: null, reason: 'Cargo', createdBy: 'Ana' },
  ...{ until: '2026-11-22T07:00:00.000Z', createdAt: '2026-11-21T07:00:00.000Z' },
};
const silence = {
  ...{ id: 5, deviceId: 8, deviceName: 'Gol', plate: null, customerId: 0, customerName: null },
  ...{ reason: 'workshop', note: null, createdBy: 'Ana' },
  ...{ until: '2026-11-22T07:00:00.000Z', createdAt: '2026-11-21T07:00:00.000Z' },
};

async function open(dialog: 'silence' | 'watch', parts: DeskParts = {}) {
  const onClose = vi.fn();
  const Dialog = dialog === 'silence' ? SilenceDialog : WatchDialog;
  const desk = await renderDesk(<Dialog deviceId={8} deviceName="Gol" onClose={onClose} />, {
    read: { 'watched-devices': [] },
    answer: () => Response.json(dialog === 'silence' ? silence : watched),
    ...parts,
  });
  const press = (name: string) => acted(() => fireEvent.click(screen.getByRole('button', { name })));
  return { ...desk, onClose, press };
}

test('[DESK-16] a vehicle is muted until a time of the server’s clock, with its reason', async () => {
  const { press, said, onClose } = await open('silence', { clockMs: -2 * hourMs });
  fireEvent.click(screen.getByRole('radio', { name: en['silenceReason.installation'] }));
  const aboutMs = Date.now() + 2 * hourMs;
  await press(en['desk.silence']);
  const [sent] = said('silences') as { until: string }[];
  expect(sent).toMatchObject({ deviceId: 8, reason: 'installation' });
  expect(Math.abs(Date.parse(sent?.until ?? '') - aboutMs)).toBeLessThan(60_000);
  expect(onClose).toHaveBeenCalledOnce();
});

test('[DESK-16] what the server refuses stays in the dialog, and says why', async () => {
  const { press, onClose } = await open('silence', { answer: () => refusal(409, 'duplicate') });
  await press(en['desk.silence']);
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test('[SHIFT-03] nothing is watched without a reason', async () => {
  const { press, said } = await open('watch');
  const field = screen.getByRole('textbox', { name: new RegExp(en['desk.reason']) });
  fireEvent.change(field, { target: { value: '  ' } });
  await acted(() => fireEvent.submit(field.closest('form') ?? expect.fail('no form')));
  expect(said('watched-devices')).toEqual([]);
  fireEvent.change(field, { target: { value: ' Cargo ' } });
  await press(en['panel.watch']);
  expect(said('watched-devices')).toEqual([expect.objectContaining({ deviceId: 8, reason: 'Cargo' })]);
});

test('[SHIFT-03] the list says why, by whom and until when; ending one asks the server', async () => {
  const onDevice = vi.fn();
  const { sent, told } = await renderDesk(<WatchView onDevice={onDevice} />, {
    read: { 'watched-devices': [watched] },
    answer: () => refusal(403, 'forbidden'),
  });
  const row = (await screen.findByText('Cargo')).closest('tr');
  expect(row?.textContent).toMatch(/Gol.*Cargo.*Ana/);
  fireEvent.click(screen.getByRole('button', { name: 'Gol' }));
  expect(onDevice.mock.calls).toEqual([[8]]);
  await acted(() => fireEvent.click(screen.getByRole('button', { name: en['desk.endWatch'] })));
  expect(sent).toEqual([{ method: 'DELETE', path: 'watched-devices/6', json: undefined }]);
  // refused: it is said, and the row stays
  expect(told.mock.calls.map(([kind]) => kind)).toEqual(['failure']);
  expect(screen.getByText('Cargo')).toBeTruthy();
});
