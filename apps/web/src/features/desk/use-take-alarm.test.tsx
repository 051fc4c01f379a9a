// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { anAlarmDetail } from '../../lib/testing/an-alarm.ts';
import { acted, type DeskParts, me, refusal, renderDesk } from './testing/render-desk.tsx';
import { useTakeAlarm } from './use-take-alarm.ts';

function Taker({ onTaken }: { readonly onTaken: (alarmId: number) => void }) {
  const { takeNext, take } = useTakeAlarm(onTaken);
  return (
    <>
      <button type="button" onClick={takeNext}>
        next
      </button>
      <button type="button" onClick={() => take(3)}>
        this
      </button>
    </>
  );
}

async function open(answer: DeskParts['answer']) {
  const onTaken = vi.fn();
  const desk = await renderDesk(<Taker onTaken={onTaken} />, { ...(answer && { answer }) });
  const press = (name: string) => acted(() => fireEvent.click(screen.getByText(name)));
  return { ...desk, onTaken, press };
}

const mine = (id: number) => anAlarmDetail({ id, version: 2, state: 'claimed', holderId: me });

test('[DESK-04] who takes what another holds reads who and since when, opens nothing, and sees the queue as it is', async () => {
  const { press, onTaken, told, said, fetchPage } = await open(() =>
    refusal(409, 'alarm-claimed', { holderId: 7, holderName: 'Ana', since: '2026-11-21T07:00:00.000Z' }),
  );
  const before = fetchPage.mock.calls.length;
  await press('this');
  expect(said('alarms/3/claim')).toEqual([{ expected: 'waiting' }]);
  const words = told.mock.calls.at(-1)?.[1] ?? '';
  expect([words.includes('Ana'), /2026/.test(words), onTaken.mock.calls]).toEqual([true, true, []]);
  expect(fetchPage.mock.calls.length).toBe(before + 1);
});

test('[DESK-04] the next one is opened, and stands in the queue as his before the live channel says it', async () => {
  const { press, onTaken, desk } = await open(() => Response.json({ alarm: mine(5) }));
  await press('next');
  expect(onTaken.mock.calls).toEqual([[5]]);
  expect(desk.find(5)?.holderId).toBe(me);
});

test('[DESK-04] where nothing waits it says so and opens nothing', async () => {
  const { press, onTaken, told } = await open(() => Response.json({ alarm: null }));
  await press('next');
  expect([told.mock.calls, onTaken.mock.calls]).toEqual([[['info', en['desk.nothingWaits']]], []]);
});

test('[DESK-04] a key that is pressed again before the answer, or before anything is drawn, takes one alarm', async () => {
  const answers: ((answer: Response) => void)[] = [];
  const { press, said, onTaken } = await open(
    () => new Promise<Response>((resolve) => answers.push(resolve)),
  );
  await acted(() => {
    fireEvent.click(screen.getByText('next'));
    fireEvent.click(screen.getByText('next'));
    fireEvent.click(screen.getByText('this'));
  });
  await press('next');
  expect([said('alarms/claim-next'), said('alarms/3/claim')]).toEqual([[{}], []]);
  await acted(() => answers[0]?.(Response.json({ alarm: mine(5) })));
  expect(onTaken.mock.calls).toEqual([[5]]);
  // and then the next one
  await press('next');
  expect(said('alarms/claim-next')).toHaveLength(2);
});

test('[DESK-04] who would lose what he types is asked before an alarm is his, and not after', async () => {
  const { press, said, onTaken } = await open(() => Response.json({ alarm: mine(5) }));
  let agree: () => void = vi.fn();
  const release = leaveGuard.hold((go) => {
    agree = go;
  });
  await press('next');
  expect([said('alarms/claim-next'), onTaken.mock.calls]).toEqual([[], []]);
  release();
  await acted(() => agree());
  expect([said('alarms/claim-next'), onTaken.mock.calls]).toEqual([[{}], [[5]]]);
});
