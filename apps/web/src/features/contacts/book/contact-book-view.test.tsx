// @vitest-environment happy-dom
import type { Contact, ContactBook, ContactBookInput } from '@atalaia/contract/accounts/contact';
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { ContactBookView } from './contact-book-view.tsx';

// happy-dom loads no fonts: the growing text field waits for them
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

const contact = (id: number, name: string, part: Partial<Contact> = {}): Contact => ({
  ...{ id, name, role: null, phones: [{ number: `8598888000${id}`, whatsapp: true }], calendarId: 0 },
  ...{ note: null, hasPassPhrase: false, hasCounterPhrase: false },
  ...part,
});
const stored: ContactBook = {
  ...{ customerId: 3, version: 4, hasPassPhrase: true, hasCounterPhrase: false, hasDuressPhrase: true },
  ...{ byRequest: false, request: null, decision: null },
  contacts: [contact(1, 'Ana', { hasPassPhrase: true }), contact(2, 'Rui')],
};

interface Scene {
  readonly book?: Partial<ContactBook>;
  /** What the server answers to the change; the book as it is unless given. */
  readonly answer?: Response;
}

async function open({ book = {}, answer }: Scene = {}) {
  const sent: ContactBookInput[] = [];
  const onDone = vi.fn();
  await renderPage(
    <ContactBookView customerId={3} title="Serra Azul" onDone={onDone} />,
    async ({ method, body }) => {
      if (method === 'GET') return Response.json({ ...stored, ...book });
      sent.push(body as ContactBookInput);
      return answer?.clone() ?? Response.json({ ...stored, ...book, version: 5 });
    },
  );
  await screen.findByText(en['contacts.inOrder']);
  return { sent, onDone };
}
const named = (key: 'contacts.up' | 'contacts.down' | 'contacts.remove', name: string) =>
  screen.getByRole('button', { name: en[key].replace('{{name}}', name) });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (field: Element, value: string) => fireEvent.change(field, { target: { value } });
const save = () => press(en['action.save']);

test('[PROC-04] the order of calling is changed by a button, and by dragging one card upon another', async () => {
  const { sent } = await open();
  fireEvent.click(named('contacts.down', 'Ana'));
  save();
  await waitFor(() => expect(sent[0]?.contacts.map(({ id }) => id)).toEqual([2, 1]));
  expect(sent[0]?.version).toBe(4);
  const handles = await screen.findAllByTitle(en['contacts.drag']);
  const [first, second] = handles.map((handle) => handle.closest('li') as Element);
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (key: string, value: string) => data.set(key, value),
    getData: (key: string) => data.get(key),
    setDragImage: () => undefined,
    get types() {
      return [...data.keys()];
    },
  };
  fireEvent.dragStart(handles[1] as Element, { dataTransfer });
  fireEvent.dragOver(first as Element, { dataTransfer });
  fireEvent.drop(first as Element, { dataTransfer });
  save();
  await waitFor(() => expect(sent[1]?.contacts.map(({ name }) => name)).toEqual(['Rui', 'Ana']));
  expect(second).toBeTruthy();
});

test('[PROC-04] several phones, a role and hours of one person are sent; empty phones are none', async () => {
  const { sent } = await open({ book: { contacts: [contact(1, 'Ana')] } });
  press(en['contacts.addPhone']);
  press(en['contacts.addPhone']);
  type(screen.getByLabelText(en['contacts.phone'].replace('{{place}}', '2')), '+351 912 345 678');
  type(screen.getByLabelText(en['contacts.role']), 'Wife');
  fireEvent.click(screen.getAllByRole('checkbox', { name: 'WhatsApp' })[1] as Element);
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.contacts).toMatchObject([
    {
      id: 1,
      role: 'Wife',
      calendarId: null,
      phones: [
        { number: '(85) 98888-0001', whatsapp: true },
        { number: '+351 912 345 678', whatsapp: false },
      ],
    },
  ]);
});

test('[PROC-04] a phone that is none and a missing name stand at their fields, and nothing is sent', async () => {
  const { sent } = await open({ book: { contacts: [] } });
  press(en['contacts.add']);
  type(screen.getByLabelText(en['contacts.phone'].replace('{{place}}', '1')), '123');
  save();
  expect(await screen.findByText(en['contacts.badPhone'])).toBeTruthy();
  expect(screen.getByText(en['contacts.nameRequired'])).toBeTruthy();
  expect(sent).toEqual([]);
});

test('[PROC-03] a phrase that is set is not shown: it is left, replaced or removed', async () => {
  const { sent } = await open();
  const [own] = screen.getAllByLabelText(en['contacts.passPhrase']);
  expect([own?.getAttribute('placeholder'), (own as HTMLInputElement).value]).toEqual([
    en['contacts.phraseIsSet'],
    '',
  ]);
  type(own as Element, 'Jangada Azul');
  fireEvent.click(screen.getAllByRole('button', { name: en['contacts.removePhrase'] })[1] as Element);
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ passPhrase: 'Jangada Azul', duressPhrase: null });
  expect(sent[0] && 'counterPhrase' in sent[0]).toBe(false);
  await waitFor(() => expect(document.querySelector('input[value="Jangada Azul"]')).toBeNull());
});

test('[PROC-03] a duress phrase like another is refused at its field', async () => {
  const fields = [{ path: 'duressPhrase', message: 'must differ from every other phrase of the customer' }];
  const refusal = { code: 'invalid-input', message: '', requestId: '1', details: { fields } };
  await open({ answer: Response.json(refusal, { status: 400 }) });
  type(screen.getByLabelText(en['contacts.duressPhrase']), 'Jangada Azul');
  save();
  expect(await screen.findByText(en['contacts.sameAsDuress'])).toBeTruthy();
});

test('[PROC-04] what somebody else changed meanwhile is not overwritten: it is taken instead', async () => {
  const current = { ...stored, version: 5, contacts: [contact(9, 'Lia')] };
  const refusal = { code: 'edited-meanwhile', message: '', requestId: '1', details: { current } };
  await open({ answer: Response.json(refusal, { status: 409 }) });
  fireEvent.click(named('contacts.remove', 'Rui'));
  save();
  fireEvent.click(await screen.findByRole('button', { name: en['contacts.takeCurrent'] }));
  expect(await screen.findByDisplayValue('Lia')).toBeTruthy();
});

test('[PROC-04] of a customer’s own people it is a request, and he reads why the last one was refused', async () => {
  const decision = { accepted: false, decidedAt: '2026-11-23T10:00:00.000Z', note: 'Not confirmed by phone' };
  const { sent } = await open({ book: { byRequest: true, decision } });
  expect(screen.getByText(/Not confirmed by phone/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: en['action.save'] })).toBeNull();
  fireEvent.click(named('contacts.remove', 'Rui'));
  press(en['contacts.ask']);
  await waitFor(() => expect(sent).toHaveLength(1));
});
