// @vitest-environment happy-dom
import type { ContactBook, ContactRequest } from '@atalaia/contract/accounts/contact';
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { compareContacts } from './request-card.tsx';
import { ContactRequestsView } from './requests-view.tsx';

Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

const person = (id: number, name: string, number = '85988880001') => ({
  ...{ id, name, role: null, phones: [{ number, whatsapp: true }], calendarId: 0, note: null },
  ...{ hasPassPhrase: false, hasCounterPhrase: false },
});
const ana = person(1, 'Ana');
const rui = person(2, 'Rui');
const request: ContactRequest = {
  ...{ id: 5, customerId: 3, customerName: 'Serra Azul', userName: 'Marta' },
  requestedAt: '2026-11-23T10:00:00.000Z',
  contacts: [person(1, 'Ana', '85977770000'), { ...person(0, 'Zé'), id: null }],
  ...{ changesPassPhrase: true, changesCounterPhrase: false, changesDuressPhrase: false },
};
const book: ContactBook = {
  ...{ customerId: 3, version: 1, contacts: [ana, rui], hasPassPhrase: true, hasCounterPhrase: false },
  ...{ hasDuressPhrase: false, byRequest: false, request, decision: null },
};

async function open() {
  const waiting = [request];
  const sent: { readonly path: string; readonly json: unknown }[] = [];
  await renderPage(<ContactRequestsView />, async ({ url, method, body }) => {
    const path = url.pathname.replace('/api/', '');
    if (method === 'GET') return Response.json(path === 'contact-requests' ? waiting : book);
    sent.push({ path, json: body });
    waiting.pop();
    if (path.endsWith('/refuse')) return Response.json({ ...book, request: null });
    return Response.json({ book: { ...book, request: null }, told: [{ name: 'Ana', phone: '1' }] });
  });
  return { sent, card: await screen.findByRole('article') };
}

test('[PROC-04] each contact says what becomes of it: changed, new, removed, the same', () => {
  const changes = (asked: ContactRequest['contacts']) =>
    compareContacts([ana, rui], asked).map(({ change, before, after }) => [change, (after ?? before)?.name]);
  expect(changes(request.contacts)).toEqual([
    ['changed', 'Ana'],
    ['new', 'Zé'],
    ['removed', 'Rui'],
  ]);
  expect(changes([ana, rui]).map(([change]) => change)).toEqual(['same', 'same']);
  // another order of calling is a change too
  expect(changes([rui, ana]).map(([change]) => change)).toEqual(['changed', 'changed']);
});

test('[PROC-04] a request is accepted, and who is told by SMS is named', async () => {
  const { sent, card } = await open();
  expect(within(card).getByText(en['contacts.passPhrase'])).toBeTruthy();
  expect(within(card).getByText('before: (85) 98888-0001')).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: en['contacts.accept'] }));
  expect(await screen.findByText(en['contacts.noRequests'])).toBeTruthy();
  expect(sent).toEqual([{ path: 'contact-requests/5/accept', json: {} }]);
});

test('[PROC-04] it is refused with a reason, and not without one', async () => {
  const { sent, card } = await open();
  fireEvent.click(within(card).getByRole('button', { name: en['contacts.refuse'] }));
  const dialog = await screen.findByRole('dialog');
  const refuse = within(dialog).getByRole('button', { name: en['contacts.refuse'] });
  expect((refuse as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(within(dialog).getByLabelText(en['contacts.refusalReason']), {
    target: { value: 'Not confirmed' },
  });
  fireEvent.click(refuse);
  await waitFor(() =>
    expect(sent).toEqual([{ path: 'contact-requests/5/refuse', json: { note: 'Not confirmed' } }]),
  );
  expect(await screen.findByText(en['contacts.noRequests'])).toBeTruthy();
});
