// @vitest-environment happy-dom
import type { Event } from '@atalaia/contract/rules/event';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../../lib/store/store.ts';
import { anEvent } from '../../../lib/testing/an-event.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { Connection, Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { createOpenAlarms } from '../../../live/open-alarms.ts';
import { OpenAlarms } from './open-alarms.tsx';

const alarm = (id: number, name: string, kind: string): Event =>
  anEvent({ id, deviceId: id, name, type: 'alarm', attributes: { alarm: kind } });

/** `pages` are the server's answers, one a request; an Error is a failed one. */
async function open(...pages: readonly (readonly Event[] | Error)[]) {
  const answers = [...pages];
  const alarms = createOpenAlarms({
    async fetchPage() {
      const page = answers.shift() ?? expect.fail('no further request expected');
      if (page instanceof Error) throw page;
      return page;
    },
    random: () => 0,
  });
  const connection = createStore<Connection>('open');
  const onOpen = vi.fn();
  await renderPage(
    <LiveContext value={{ alarms, connection } as Partial<Live> as Live}>
      <OpenAlarms onOpen={onOpen} />
    </LiveContext>,
  );
  const load = () => act(async () => alarms.load());
  const cards = () => {
    const list = screen.queryByRole('list', { name: en['alarms.list'] });
    return list ? within(list).getAllByRole('button') : [];
  };
  const names = () => cards().map(({ textContent }) => /Gol|Onix|Strada/.exec(textContent ?? '')?.[0]);
  return { alarms, connection, onOpen, load, cards, names };
}

test('[SHELL-04] open alarms are counted and listed, the urgent first; a click opens one', async () => {
  const { load, names, cards, onOpen } = await open([alarm(2, 'Gol', 'lowBattery'), alarm(1, 'Onix', 'sos')]);
  expect(screen.getByText(en['alarms.loading'])).toBeTruthy();
  await load();
  expect(screen.getByText(en['alarms.waiting'].replace('{{count}}', '2'))).toBeTruthy();
  expect(names()).toEqual(['Onix', 'Gol']);
  fireEvent.click(cards()[1] ?? expect.fail('no second card'));
  expect(onOpen.mock.calls).toEqual([[2]]);
});

test('[SHELL-04] a live alarm joins the list, and one that anybody handled leaves it', async () => {
  const gol = alarm(2, 'Gol', 'lowBattery');
  const { alarms, load, names } = await open([gol]);
  await load();
  await act(async () => alarms.take([alarm(3, 'Strada', 'sos')]));
  expect(names()).toEqual(['Strada', 'Gol']);
  await act(async () => alarms.take([{ ...gol, handledAt: '2026-11-21T07:00:00.000Z' } as Event]));
  expect(names()).toEqual(['Strada']);
  await act(async () => alarms.remove(3));
  expect(names()).toEqual([]);
  expect(screen.getByText(en['alarms.none'])).toBeTruthy();
});

test('[SHELL-04] a list that could not be loaded says so and is loaded by a click', async () => {
  const { alarms, load, names } = await open(new Error('away'), [alarm(1, 'Onix', 'sos')]);
  await load();
  expect(screen.getByText(en['alarms.unknown'])).toBeTruthy();
  expect(screen.queryByText(en['alarms.none'])).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: en['error.retry'] })));
  expect(names()).toEqual(['Onix']);
  await act(async () => alarms.stop());
});

/** The part of the note behind its date. */
const outdated = new RegExp(en['alarms.outdated'].split('{{date}}')[1] ?? '');

test('[WS-02] while the connection is lost the list is marked as possibly old', async () => {
  const { connection, load } = await open([]);
  await load();
  expect(screen.queryByText(outdated)).toBeNull();
  await act(async () => connection.set('lost'));
  expect(screen.getByText(outdated)).toBeTruthy();
  await act(async () => connection.set('open'));
  expect(screen.queryByText(outdated)).toBeNull();
});
