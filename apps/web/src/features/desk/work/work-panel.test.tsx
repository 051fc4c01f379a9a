// @vitest-environment happy-dom
import type { Alarm, AlarmDetail } from '@atalaia/contract/desk/alarm';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../../lib/store/store.ts';
import { aSession } from '../../../lib/testing/a-session.ts';
import { anAlarmDetail } from '../../../lib/testing/an-alarm.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { createDeskAlarms } from '../../../live/desk/desk-alarms.ts';
import { createListeners } from '../../../live/listeners.ts';
import type { Connection, Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { WorkPanel } from './work-panel.tsx';

// happy-dom loads no fonts: the growing text field waits for them
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

/** Number of the person signed in. */
const me = 1;
const mine = {
  state: 'claimed',
  holderId: me,
  holderName: 'Central',
  claimedAt: '2026-11-21T06:59:00.000Z',
} as const;

const outcome = (id: number, name: string, part: object = {}) => ({
  ...{ id, key: null, name, position: id, requiresNote: false, builtIn: false },
  ...part,
});
const outcomes = [
  outcome(1, 'Confirmed'),
  outcome(2, 'False', { requiresNote: true }),
  outcome(9, 'Handled', { builtIn: true }),
];

interface Refusal {
  readonly status: number;
  readonly body: object;
}

/** The server holds `alarm`; `refuse` is what it answers to an act. */
async function open(alarm: AlarmDetail, refuse?: Refusal) {
  const news = createListeners<readonly Alarm[]>();
  const queue = vi.fn(async () => ({ alarms: [], now: new Date().toISOString(), total: 0 }));
  const desk = createDeskAlarms({
    fetchPage: queue,
    random: () => 0,
  });
  desk.load();
  const sent: { readonly path: string; readonly json: unknown }[] = [];
  const live = { desk, connection: createStore<Connection>('open'), feed: { onAlarms: news.add } };
  const pin = { element: document.createElement('div'), remove: () => undefined };
  const core = {
    pin: () => pin,
    showPlace: vi.fn(),
    select: vi.fn(async () => 'selected' as const),
    setTrace: vi.fn(),
  };
  const acts = { onClose: vi.fn(), onDone: vi.fn(), onOpen: vi.fn() };
  const { session } = await renderPage(
    <LiveContext value={live as unknown as Live}>
      <WorkPanel core={core} alarmId={alarm.id} contactsOf={({ id }) => `contacts of ${id}`} {...acts} />
    </LiveContext>,
    async ({ url, method, body }) => {
      const path = url.pathname.replace('/api/', '');
      if (method === 'GET') return Response.json(path.startsWith('alarm-outcomes') ? outcomes : alarm);
      sent.push({ path, json: body });
      if (path.endsWith('/draft')) return new Response(null, { status: 204 });
      if (refuse)
        return Response.json({ requestId: '1', message: '', ...refuse.body }, { status: refuse.status });
      const closed = { ...alarm, version: alarm.version + 1, state: 'closed' };
      if (path.endsWith('/close')) return Response.json({ alarm: closed, next: null });
      if (path.endsWith('claim-next')) return Response.json({ alarm: anAlarmDetail({ id: 8, ...mine }) });
      if (path.startsWith('events/')) return new Response(null, { status: 204 });
      return Response.json({ ...alarm, ...mine, version: alarm.version + 1 });
    },
  );
  const said = (path: string) => sent.filter((request) => request.path === path).map(({ json }) => json);
  return {
    ...acts,
    core,
    queue,
    session,
    said,
    sent,
    say: (alarms: readonly Alarm[]) => act(async () => news.emit(alarms)),
  };
}

const press = (key: string, part: object = {}) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...part });
  });

test('[DESK-07] an alarm that does not come can be closed as any other', async () => {
  const onClose = vi.fn();
  const acts = { onClose, onDone: vi.fn(), onOpen: vi.fn() };
  const desk = createDeskAlarms({ fetchPage: () => new Promise(() => undefined), random: () => 0 });
  const live = {
    ...{ desk, connection: createStore<Connection>('open') },
    feed: { onAlarms: createListeners<readonly Alarm[]>().add },
  };
  await renderPage(
    <LiveContext value={live as unknown as Live}>
      <WorkPanel core={{} as never} alarmId={1} contactsOf={() => null} {...acts} />
    </LiveContext>,
    async () => Response.json({ requestId: '1', message: '', code: 'not-found' }, { status: 404 }),
  );
  expect(await screen.findByText(en['desk.notFound'])).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: en['panel.close'] }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("[DESK-07] a rule that ships is named in the person's language, an edited one as it was written", async () => {
  await open(anAlarmDetail({ ruleKey: 'parkedExit', ruleName: 'Saída de cerca desligado' }));
  expect(await screen.findByText(/Geofence exit while parked/)).toBeTruthy();
  await open(anAlarmDetail({ ruleKey: null, ruleName: 'Reboque à noite' }));
  expect(await screen.findByText(/Reboque à noite/)).toBeTruthy();
});

test('[DESK-07] its vehicle is selected on the map, its contacts are there, and the text has the focus', async () => {
  const { core } = await open(anAlarmDetail(mine));
  const field = await screen.findByLabelText(en['desk.note']);
  expect(document.activeElement).toBe(field);
  expect(core.select).toHaveBeenCalledWith(1);
  expect(screen.getByText(/contacts of 1/)).toBeTruthy();
  fireEvent.click(screen.getByText(/Rua A, 1/));
  expect(core.showPlace).toHaveBeenCalledWith({ latitude: -3.73, longitude: -38.52 });
});

test('[DESK-08] a preset outcome closes in one click where no step is required', async () => {
  const { said, onDone } = await open(anAlarmDetail(mine));
  fireEvent.click(await screen.findByRole('button', { name: /Confirmed/ }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(null));
  expect(said('alarms/1/close')).toEqual([{ expected: 'claimed', outcomeId: 1, next: false }]);
});

test('[DESK-08] and by one key, with what is typed', async () => {
  const { said, onDone } = await open(anAlarmDetail(mine));
  fireEvent.change(await screen.findByLabelText(en['desk.note']), { target: { value: 'Owner reached' } });
  await screen.findByRole('button', { name: /Confirmed/ });
  await press('F2');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(said('alarms/1/close')).toEqual([
    { expected: 'claimed', outcomeId: 1, next: false, note: 'Owner reached' },
  ]);
});

test('[DESK-08] an outcome that asks for a note waits for it, and Ctrl+Enter closes with it and opens the next', async () => {
  const { said, onDone } = await open(anAlarmDetail(mine));
  fireEvent.click(await screen.findByRole('button', { name: /False/ }));
  expect(screen.getByText(en['desk.noteFor'].replace('{{outcome}}', 'False'))).toBeTruthy();
  expect(said('alarms/1/close')).toEqual([]);
  fireEvent.change(screen.getByLabelText(en['desk.note']), { target: { value: 'Workshop' } });
  await press('Enter', { ctrlKey: true });
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(said('alarms/1/close')).toEqual([
    { expected: 'claimed', outcomeId: 2, next: true, note: 'Workshop' },
  ]);
});

test('[EVT-02] Ctrl+Enter with a text alone handles the event and opens the next alarm', async () => {
  const { said, onDone } = await open(anAlarmDetail(mine));
  fireEvent.change(await screen.findByLabelText(en['desk.note']), { target: { value: 'All well' } });
  await press('Enter', { ctrlKey: true });
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(8));
  expect(said('events/70/comment')).toEqual([{ eventId: 70, comment: 'All well', attributes: {} }]);
});

test('[DESK-15] a call has no event: sending its text asks for an outcome first', async () => {
  const { said } = await open(anAlarmDetail({ ...mine, events: [] }));
  fireEvent.change(await screen.findByLabelText(en['desk.note']), { target: { value: 'All well' } });
  fireEvent.click(screen.getByRole('button', { name: en['desk.sendAndNext'] }));
  expect(await screen.findByText(en['desk.writeOrChoose'])).toBeTruthy();
  expect(said('events/0/comment')).toEqual([]);
});

test('[EVT-02] a refusal says which steps are open, and what is typed stays', async () => {
  const steps = [
    { id: 'call', title: 'Ligar para o titular', key: 'tow.call' },
    { id: 'a', title: 'Ligar', key: null },
  ];
  const refusal = { code: 'steps-open', details: { steps } };
  const { onDone } = await open(anAlarmDetail({ ...mine, holderId: me }), { status: 422, body: refusal });
  const field = await screen.findByLabelText(en['desk.note']);
  fireEvent.change(field, { target: { value: 'Tried' } });
  fireEvent.click(screen.getByRole('button', { name: /Confirmed/ }));
  // what ships is in the person's language
  const named = `${en['procedureStep.tow.call']}, Ligar`;
  expect(await screen.findByText(en['desk.stepsOpen'].replace('{{steps}}', named))).toBeTruthy();
  expect([onDone.mock.calls, (field as HTMLTextAreaElement).value]).toEqual([[], 'Tried']);
});

test('[DESK-08] [DESK-14] an operator reads which steps are open, and is offered no way around them', async () => {
  const refusal = { code: 'steps-open', details: { steps: [{ id: 'a', title: 'Ligar' }] } };
  const { session, said } = await open(anAlarmDetail(mine), { status: 422, body: refusal });
  await act(async () =>
    session.begin(aSession({ deskRole: 'operator', attributes: { profile: 'central' } }), {
      ...{ email: 'a@example.com', keepConnected: false },
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: /Confirmed/ }));
  expect(await screen.findByText(en['desk.stepsOpen'].replace('{{steps}}', 'Ligar'))).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(said('alarms/1/close')).toHaveLength(1);
});

test('[DESK-18] a stale screen closes nothing: it says what changed, keeps the text and asks for the queue again', async () => {
  const { onDone, queue } = await open(anAlarmDetail(mine), {
    status: 409,
    body: { code: 'alarm-changed', details: {} },
  });
  const field = await screen.findByLabelText(en['desk.note']);
  fireEvent.change(field, { target: { value: 'Tried' } });
  const before = queue.mock.calls.length;
  fireEvent.click(screen.getByRole('button', { name: /Confirmed/ }));
  expect(await screen.findByText(en['apiError.alarm-changed'])).toBeTruthy();
  expect([onDone.mock.calls, (field as HTMLTextAreaElement).value]).toEqual([[], 'Tried']);
  expect(queue.mock.calls.length).toBe(before + 1);
});

test('[DESK-08] a supervisor closes with steps open when he says why', async () => {
  const refusal = { code: 'steps-open', details: { steps: [{ id: 'a', title: 'Ligar' }] } };
  const { said } = await open(anAlarmDetail(mine), { status: 422, body: refusal });
  fireEvent.click(await screen.findByRole('button', { name: /Confirmed/ }));
  fireEvent.change(await screen.findByLabelText(en['desk.overrideReason']), {
    target: { value: 'Police is there' },
  });
  fireEvent.click(screen.getByRole('button', { name: en['desk.overrideAct'] }));
  await waitFor(() => expect(said('alarms/1/close')).toHaveLength(2));
  expect(said('alarms/1/close')[1]).toMatchObject({ overrideReason: 'Police is there' });
});

test('[DESK-04] what waits is taken by a button; what another holds says who, and offers no way out', async () => {
  const { said } = await open(anAlarmDetail({ id: 3 }));
  fireEvent.click(await screen.findByRole('button', { name: en['desk.claim'] }));
  await waitFor(() => expect(said('alarms/3/claim')).toEqual([{ expected: 'waiting' }]));
});

test('[DESK-18] when somebody takes it meanwhile the screen says so at once', async () => {
  const alarm = anAlarmDetail(mine);
  const { say } = await open(alarm);
  await screen.findByRole('button', { name: /Confirmed/ });
  await say([{ ...alarm, version: 2, holderId: 7, holderName: 'Ana' }]);
  expect(await screen.findByText(/Ana has had this alarm/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Confirmed/ })).toBeNull();
});

test('[DESK-05] a half-written note stays on the server, and the next one reads whose it is', async () => {
  const draft = { text: 'I called the owner', userName: 'Ana', updatedAt: '2026-11-21T06:59:30.000Z' };
  const { said } = await open(anAlarmDetail({ ...mine, draft }));
  const field = await screen.findByLabelText(en['desk.note']);
  expect((field as HTMLTextAreaElement).value).toBe('I called the owner');
  expect(screen.getByText(/Draft by Ana/)).toBeTruthy();
  fireEvent.change(field, { target: { value: 'I called the owner, no answer' } });
  await waitFor(() => expect(said('alarms/1/draft')).toEqual([{ text: 'I called the owner, no answer' }]), {
    timeout: 3000,
  });
});

test('[DESK-07] Escape leads back to where one was', async () => {
  const { onClose } = await open(anAlarmDetail(mine));
  await screen.findByLabelText(en['desk.note']);
  await press('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});
