// @vitest-environment happy-dom
import { type ContactTry, phraseShownSeconds, type WorkContacts } from '@atalaia/contract/accounts/contact';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { ContactsPanel } from './contacts-panel.tsx';

const phone = (number: string, dialUrl = `tel:${number.replace(/\D/g, '')}`) => ({
  number,
  dialUrl,
  whatsapp: true,
});
const person = (contactId: number | null, name: string, part: object = {}) => ({
  ...{ contactId, name, role: null, note: null, inHours: null, hoursChangeAt: null },
  phones: [phone(`+55 85 98888-000${contactId ?? 9}`)],
  ...part,
});
const book: WorkContacts = {
  ...{ customerId: 3, withheld: false, isHeld: true, hasPhrases: true },
  contacts: [
    person(1, 'Rui', { inHours: false, hoursChangeAt: '2026-11-23T11:00:00.000Z' }),
    person(2, 'Ana', { inHours: true, role: 'Esposa' }),
    person(null, '', { role: 'caller' }),
  ],
};
const phrases = {
  until: '2000-01-01T00:00:30.000Z',
  duressPhrase: 'Lua de Prata',
  phrases: [{ contactId: null, name: 'Serra Azul', passPhrase: 'Jangada Azul', counterPhrase: 'Paçoca' }],
};

/** The server keeps the tries; `answers` is what it says to an act, by the last word of its path. */
async function open(shown: Partial<WorkContacts> = {}, answers: Record<string, Response> = {}) {
  const tries: ContactTry[] = [];
  const sent: { readonly path: string; readonly json: unknown }[] = [];
  await renderPage(<ContactsPanel work={{ alarmId: 7 }} version={1} />, async ({ url, method, body }) => {
    const path = url.pathname.replace('/api/', '');
    if (method === 'GET') return Response.json(path.endsWith('/tries') ? tries : { ...book, ...shown });
    sent.push({ path, json: body });
    const name = path.split('/').at(-1) ?? '';
    if (answers[name]) return answers[name].clone();
    if (name === 'tries') {
      const asked = body as Pick<ContactTry, 'contactId' | 'name' | 'phone' | 'outcome'>;
      const at = '2026-11-23T10:00:00.000Z';
      tries.push({ id: tries.length + 1, note: null, recordingUrl: null, userName: 'Central', at, ...asked });
      return Response.json(tries.at(-1));
    }
    if (name === 'recording') {
      Object.assign(tries[0] ?? {}, body);
      return Response.json(tries[0]);
    }
    if (name === 'phrases') return Response.json(phrases);
    if (name === 'phrase-checks') return Response.json({ answer: 'wrong' });
    return new Response(null, { status: 204 });
  });
  await screen.findByText('Rui');
  return { sent };
}
const outcome = (key: 'answered' | 'noAnswer') =>
  screen.findByRole('button', { name: en[`tryOutcome.${key}`] });
const named = (key: 'contacts.outcomeOf' | 'contacts.call', name: string) =>
  en[key].replace('{{name}}', name);

test('[PROC-04] outcomes stand at the next to call: the first in order who is within his hours; one click notes it and leads on', async () => {
  const { sent } = await open();
  await screen.findByRole('group', { name: named('contacts.outcomeOf', 'Ana') });
  fireEvent.click(await outcome('noAnswer'));
  await screen.findByRole('group', { name: named('contacts.outcomeOf', en['contactRole.caller']) });
  expect(sent).toEqual([
    {
      path: 'alarms/7/tries',
      json: { contactId: 2, name: 'Ana', phone: '+55 85 98888-0002', outcome: 'noAnswer' },
    },
  ]);
  expect(screen.getByText(en['contacts.outOfHours'])).toBeTruthy();
});

test('[PROC-04] who is dialled is who the outcome is of, also outside his hours; WhatsApp has its own address', async () => {
  const { sent } = await open();
  const dial = screen.getByTitle(named('contacts.call', 'Rui'));
  expect([dial.getAttribute('href'), dial.getAttribute('target')]).toEqual(['tel:5585988880001', null]);
  fireEvent.click(dial);
  fireEvent.click(await outcome('answered'));
  await waitFor(() => expect(sent).toMatchObject([{ json: { name: 'Rui', outcome: 'answered' } }]));
  expect(document.querySelector('a[href="https://wa.me/5585988880001"]')).toBeTruthy();
});

test('[PROC-04] a page of the telephone exchange opens in a tab of its own', async () => {
  const dialUrl = 'https://pabx.example/dial?to=85';
  await open({ contacts: [person(1, 'Rui', { phones: [phone('85 3333-0000', dialUrl)] })] });
  const dial = screen.getByTitle(named('contacts.call', 'Rui'));
  expect([dial.getAttribute('href'), dial.getAttribute('target')]).toEqual([dialUrl, '_blank']);
});

test('[PROC-04] a recording’s address is kept with its try, and a wrong one says what is wrong', async () => {
  const refused = Response.json({ code: 'invalid-input', message: '', requestId: '1' }, { status: 400 });
  const answers: Record<string, Response> = { recording: refused };
  const { sent } = await open({}, answers);
  fireEvent.click(await outcome('answered'));
  const label = en['contacts.recordingOf'].replace('{{name}}', 'Ana');
  fireEvent.click(await screen.findByRole('button', { name: label }));
  const save = async (value: string) => {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: en['action.save'] }));
  };
  await save('pabx');
  expect(await screen.findByText(en['contacts.badAddress'])).toBeTruthy();
  delete answers.recording;
  await save('https://pabx.example/1');
  const hear = await screen.findByTitle(en['contacts.hear'].replace('{{name}}', 'Ana'));
  expect(hear.getAttribute('href')).toBe('https://pabx.example/1');
  expect(sent.at(-1)).toMatchObject({ path: 'contact-tries/1/recording' });
});

test('[PROC-04] who does not work on it notes nothing, and asks for no phrase', async () => {
  await open({ isHeld: false, withheld: true });
  expect(screen.getByText(en['contacts.withheld'])).toBeTruthy();
  expect(screen.queryByRole('button', { name: en['tryOutcome.answered'] })).toBeNull();
  expect(screen.queryByRole('button', { name: en['contacts.duress'] })).toBeNull();
});

test('[PROC-03] the phrase is shown for 30 s by this browser’s clock, then it is gone, and another look asks again', async () => {
  const { sent } = await open();
  expect(document.body.textContent).not.toContain('Jangada Azul');
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const look = () =>
    fireEvent.click(screen.getByRole('button', { name: en['contacts.look'].replace('{{seconds}}', '30') }));
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  look();
  await after(10);
  for (const said of ['Jangada Azul', 'Paçoca', 'Lua de Prata']) expect(screen.getByText(said)).toBeTruthy();
  await after(phraseShownSeconds * 1000 - 1000);
  expect(screen.getByText('Jangada Azul')).toBeTruthy();
  await after(2000);
  expect(document.body.textContent).not.toMatch(/Jangada|Paçoca|Prata/);
  look();
  await after(10);
  expect(screen.getByText('Jangada Azul')).toBeTruthy();
  expect(sent.map(({ path }) => path)).toEqual(['alarms/7/phrases', 'alarms/7/phrases']);
});

test('[PROC-03] "Confere" and "Não confere" are noted, and take the phrase from the screen', async () => {
  const { sent } = await open();
  fireEvent.click(screen.getByRole('button', { name: /Show the pass phrase/ }));
  await screen.findByText('Jangada Azul');
  fireEvent.click(screen.getByRole('button', { name: en['contacts.right'] }));
  expect(await screen.findByText(en['phraseAnswer.right'])).toBeTruthy();
  expect(document.body.textContent).not.toContain('Jangada Azul');
  expect(sent.at(-1)).toEqual({ path: 'alarms/7/phrase-answers', json: { answer: 'right' } });
});

test('[PROC-03] what was said is typed and compared without a look', async () => {
  const { sent } = await open();
  const field = screen.getByLabelText(en['contacts.spoken']);
  fireEvent.change(field, { target: { value: ' jangada ' } });
  fireEvent.click(screen.getByRole('button', { name: en['contacts.compare'] }));
  expect(await screen.findByText(en['phraseAnswer.wrong'])).toBeTruthy();
  expect(sent).toEqual([{ path: 'alarms/7/phrase-checks', json: { spoken: 'jangada' } }]);
  expect((field as HTMLInputElement).value).toBe('');
});

test('[PROC-03] "Coação" is asked once more before it is said, also where no phrase was ever set', async () => {
  const { sent } = await open({ hasPhrases: false });
  fireEvent.click(screen.getByRole('button', { name: en['contacts.duress'] }));
  const question = await screen.findByRole('dialog');
  expect(sent).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: en['contacts.duressAct'] }));
  expect(await screen.findByText(en['phraseAnswer.duress'])).toBeTruthy();
  expect(sent.map(({ path }) => path)).toEqual(['alarms/7/duress']);
});
