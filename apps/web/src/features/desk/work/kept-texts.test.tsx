// @vitest-environment happy-dom
import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { anAlarmDetail } from '../../../lib/testing/an-alarm.ts';
import { HandoversView } from '../shift/handovers-view.tsx';
import { acted, type DeskParts, me, refusal, renderDesk } from '../testing/render-desk.tsx';
import { NoteForm } from './note-form.tsx';
import { Steps } from './steps.tsx';
import { WaysOut } from './ways-out.tsx';

const outcomes = [{ id: 1, key: null, name: 'Confirmed', position: 1, requiresNote: false, builtIn: false }];
const mine = { state: 'claimed', holderId: me, holderName: 'Central' } as const;
const done: (number | null)[] = [];

let show: (alarm: AlarmDetail | null) => void = () => undefined;
/** The part of the panel in which one writes, as the panel chooses it; nothing while another alarm is in front. */
function Part({ first }: { readonly first: AlarmDetail }) {
  const page = useRef<HTMLDivElement>(null);
  const [alarm, set] = useState<AlarmDetail | null>(first);
  show = set;
  if (!alarm) return null;
  return (
    <div ref={page}>
      {alarm.holderId === me && alarm.state === 'claimed' ? (
        <WaysOut alarm={alarm} page={page} onClosed={(next) => done.push(next)} />
      ) : (
        <NoteForm alarm={alarm} />
      )}
    </div>
  );
}

/** It is in front, or something else is. */
function Away({ children }: { readonly children: ReactNode }) {
  const [shown, set] = useState(true);
  show = (next) => set(next !== null);
  return shown && children;
}

async function open(alarm: AlarmDetail, answer?: DeskParts['answer']) {
  done.length = 0;
  const read = { 'alarm-outcomes': outcomes };
  const desk = await renderDesk(<Part first={alarm} />, { read, ...(answer && { answer }) });
  return { ...desk, shows: (next: AlarmDetail | null) => acted(() => show(next)) };
}
const field = () => screen.getByLabelText(en['desk.note']) as HTMLTextAreaElement;
const write = (value: string) => acted(() => fireEvent.change(field(), { target: { value } }));
const away = () => Promise.reject(new TypeError('network'));

test('[DESK-05] a note on a waiting alarm becomes the draft of who takes it, after what stood there', async () => {
  const alarm = anAlarmDetail({ id: 21 });
  const { shows, said } = await open(alarm);
  await write('Owner called back');
  const draft = { text: 'Police told', userName: 'Ana', updatedAt: '2026-11-21T06:59:30.000Z' };
  await shows({ ...alarm, ...mine, draft });
  expect(field().value).toBe('Police told\nOwner called back');
  // and it is saved as what he typed
  await shows(null);
  expect(said('alarms/21/draft')).toEqual([{ text: 'Police told\nOwner called back' }]);
  await shows(alarm);
  expect(field().value, 'it is a note no more').toBe('');
});

test('[DESK-05] a note stays while another alarm is in front, and when the alarm closes: who closed it is said, and it is sent', async () => {
  const alarm = anAlarmDetail({ id: 22, state: 'claimed', holderId: 7, holderName: 'Ana' });
  const closed = {
    ...alarm,
    state: 'closed' as const,
    history: [
      {
        ...{ id: 1, at: '2026-11-21T07:00:00.000Z', action: 'close' as const, details: {} },
        ...{ userId: 7, userName: 'Ana', address: null },
      },
    ],
  };
  const { shows, said } = await open(alarm, () => Response.json(closed));
  await write('Plate seen at km 40');
  await shows(null);
  await shows(closed);
  expect(field().value).toBe('Plate seen at km 40');
  expect(screen.getByText(en['desk.closedMeanwhile'].replace('{{name}}', 'Ana'))).toBeTruthy();
  await acted(() => fireEvent.click(screen.getByRole('button', { name: en['desk.saveNote'] })));
  expect(said('alarms/22/notes')).toEqual([{ note: 'Plate seen at km 40' }]);
  // a closed alarm takes a note that was begun, and offers none
  expect(screen.queryByLabelText(en['desk.note'])).toBeNull();
});

test('[DESK-05] [DESK-18] while the line is cut the screen says that the text is not saved, also of a panel that was left', async () => {
  let isAway = true;
  const { shows, said } = await open(anAlarmDetail({ id: 23, ...mine }), () =>
    isAway ? away() : new Response(null, { status: 204 }),
  );
  await write('Typed while cut');
  await shows(null);
  await shows(anAlarmDetail({ id: 23, ...mine }));
  expect(field().value).toBe('Typed while cut');
  expect(screen.getByText(en['desk.draftUnsaved'])).toBeTruthy();
  isAway = false;
  await shows(null);
  expect(said('alarms/23/draft').length).toBeGreaterThan(1);
  await shows(anAlarmDetail({ id: 23, ...mine }));
  expect(screen.queryByText(en['desk.draftUnsaved'])).toBeNull();
});

test('[EVT-02] a comment that went through is not sent again when the next alarm could not be taken, and it says so', async () => {
  const { said, told } = await open(anAlarmDetail({ id: 24, ...mine }), (path) =>
    path.endsWith('claim-next') ? refusal(500, 'internal-error') : new Response(null, { status: 204 }),
  );
  await write('Owner reached');
  await acted(() => fireEvent.click(screen.getByRole('button', { name: en['desk.sendAndNext'] })));
  expect(said('events/70/comment')).toHaveLength(1);
  expect(done).toEqual([null]);
  const failure = told.mock.calls.find(([kind]) => kind === 'failure')?.[1] ?? '';
  expect(failure).toContain(en['desk.nextFailed'].replace('{{reason}}', ''));
});

test('[DESK-08] a key pressed again before the page has drawn sends one comment, takes one next alarm, closes once', async () => {
  const alarm = anAlarmDetail({ id: 25, ...mine });
  const { said } = await open(alarm, (path) =>
    path.endsWith('claim-next')
      ? Response.json({ alarm: null })
      : path.endsWith('close')
        ? Response.json({ alarm: { ...alarm, state: 'closed' }, next: null })
        : new Response(null, { status: 204 }),
  );
  await write('Owner reached');
  const twice = (name: string | RegExp) =>
    act(async () => {
      // one turn: nothing is drawn between
      const button = screen.getByRole('button', { name });
      for (let press = 0; press < 2; press += 1)
        button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
  await twice(en['desk.sendAndNext']);
  await acted(() => undefined);
  expect([said('events/70/comment').length, said('alarms/claim-next').length]).toEqual([1, 1]);
  await twice(/^Confirmed/);
  expect(said('alarms/25/close')).toHaveLength(1);
});

const typedStep: ProcedureStep = {
  ...{ id: 't', kind: 'text', title: 'Write it', required: true },
  next: { done: 'end' },
};

test('[DESK-05] [PROC-01] the half-written text of a step is there again when one comes back, and goes once it is answered', async () => {
  const procedure = { id: 1, key: null, name: 'Theft', version: 1, steps: [typedStep], lines: [] };
  const alarm = anAlarmDetail({ id: 26, ...mine, procedure });
  const { said } = await renderDesk(
    <Away>
      <Steps alarm={alarm} mayAct />
    </Away>,
    { answer: () => Response.json(alarm) },
  );
  const words = () => screen.getByLabelText(en['procedure.write']) as HTMLInputElement;
  await acted(() => fireEvent.change(words(), { target: { value: 'Told the police' } }));
  await acted(() => show(null));
  await acted(() => show(alarm));
  expect(words().value).toBe('Told the police');
  await acted(() => fireEvent.click(screen.getByRole('button', { name: new RegExp(en['procedure.save']) })));
  expect(said('alarms/26/steps/t')).toEqual([{ expected: 0, answer: 'done', text: 'Told the police' }]);
  expect(words().value).toBe('');
});

test('[SHIFT-02] the note of a handover is there again after an alarm came between, and goes once it is handed over', async () => {
  const handover = {
    ...{
      id: 1,
      userId: me,
      userName: 'Central',
      createdAt: '2026-11-21T07:00:00.000Z',
      note: 'x',
      items: [],
    },
    ...{ acceptedAt: null, acceptedBy: null, escalatedAt: null },
  };
  await renderDesk(
    <Away>
      <HandoversView />
    </Away>,
    {
      read: { 'desk/handovers': [] },
      answer: () => Response.json(handover),
    },
  );
  const note = () => screen.getByLabelText(en['desk.handoverNote']) as HTMLTextAreaElement;
  await acted(() => fireEvent.change(note(), { target: { value: 'Watch the blue van' } }));
  await acted(() => show(null));
  await acted(() => show(anAlarmDetail()));
  expect(note().value).toBe('Watch the blue van');
  await acted(() => fireEvent.click(screen.getByRole('button', { name: en['desk.handOver'] })));
  expect(note().value).toBe('');
});
