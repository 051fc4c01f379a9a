/** The contacts of a customer as they are shown, with the change that his own people asked for (PROC-04). */
import type { ContactBook, ContactBookInput, ContactRequest } from '@atalaia/contract/accounts/contact';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Caller } from '../../visibility/caller.ts';
import { changedBook, shownContact } from './contact-book.ts';
import { readBook, type StoredBook } from './contact-book-queries.ts';
import { findRequests, lastDecision, type RequestRow } from './contact-requests-queries.ts';

/** What is of the customer himself: changed on request. */
export const isOwn = ({ administrator, user }: Caller, customerId: number) =>
  !administrator && user.customer_id === customerId;

export function createContactBookPresenter(secrets: Secrets) {
  /** Contacts that were removed since the request are in it as new ones. */
  function changeOf(row: RequestRow, book: StoredBook): ContactBookInput {
    const input = JSON.parse(secrets.open(row.change)) as ContactBookInput;
    const known = new Set(book.contacts.map(({ id }) => id));
    return {
      ...input,
      contacts: input.contacts.map(({ id, ...contact }) =>
        id !== undefined && known.has(id) ? { id, ...contact } : contact,
      ),
    };
  }

  async function describe(within: Kysely<Schema>, caller: Caller, customerId: number): Promise<ContactBook> {
    const book = await readBook(within, customerId);
    const [request] = await findRequests(within, caller, { customerId });
    return {
      customerId,
      version: book.version,
      contacts: book.contacts.map((contact) => ({ ...shownContact(contact), id: contact.id ?? 0 })),
      hasPassPhrase: book.passPhrase !== null,
      hasCounterPhrase: book.counterPhrase !== null,
      hasDuressPhrase: book.duressPhrase !== null,
      byRequest: isOwn(caller, customerId),
      request: request ? shownRequest(request, book) : null,
      decision: await lastDecision(within, customerId),
    };
  }

  function shownRequest(row: RequestRow, book: StoredBook): ContactRequest {
    const { contacts, ...phrases } = changeOf(row, book);
    return {
      id: row.id,
      customerId: row.customerId,
      customerName: row.customerName,
      userName: row.userName,
      requestedAt: row.requestedAt,
      contacts: changedBook(secrets, book, { contacts }).contacts.map(shownContact),
      changesPassPhrase: phrases.passPhrase !== undefined,
      changesCounterPhrase: phrases.counterPhrase !== undefined,
      changesDuressPhrase: phrases.duressPhrase !== undefined,
    };
  }

  return { describe, shownRequest, changeOf };
}
