/** Contacts of customers (PROC-04): changed by the centre, and by the customer's own people on request. */
import type {
  ContactBook,
  ContactBookInput,
  ContactRequest,
  ContactRequestDecided,
} from '@atalaia/contract/accounts/contact';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { requireCalendar } from '../../resources/linked/linked-queries.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { changedBook } from './contact-book.ts';
import { createContactBookPresenter, isOwn } from './contact-book-presenter.ts';
import { lockCustomerSeen, readBook, type StoredBook, writeBook } from './contact-book-queries.ts';
import {
  decideRequest,
  findRequests,
  insertRequest,
  queueContactMessages,
  type RequestRow,
} from './contact-requests-queries.ts';

export interface ContactsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Secrets;
  readonly visibility: Pick<Visibility, 'isCustomerVisible'>;
}

export type ContactsService = ReturnType<typeof createContactsService>;

const by = ({ userId, user }: Caller) => ({ userId, userName: user.name });

export function createContactsService({ kysely, commit, secrets, visibility }: ContactsParts) {
  const { describe, shownRequest, changeOf } = createContactBookPresenter(secrets);

  async function apply(within: Kysely<Schema>, caller: Caller, customerId: number, input: ContactBookInput) {
    const before = await readBook(within, customerId);
    const after = changedBook(secrets, before, input);
    await requireCalendars(within, caller, before, after);
    await writeBook(within, customerId, after);
    const changed = Object.entries(input).flatMap(([name, value]) =>
      value === undefined || name === 'version' ? [] : [name],
    );
    const details = { changed: changed.map((name) => `contacts.${name}`) };
    await writeAudit(within, caller, { action: 'update', noun: 'customer', objectId: customerId, details });
    return before;
  }

  const lock = async (within: Kysely<Schema>, caller: Caller, customerId: number) => {
    const name = await lockCustomerSeen(within, caller, customerId);
    if (name === undefined) throw notFound('customer', customerId);
  };

  /** Locks the customer of a request that waits; his own people decide nothing. */
  async function lockRequest(within: Kysely<Schema>, caller: Caller, id: number): Promise<RequestRow> {
    const [found] = await findRequests(within, caller, { id });
    if (!found) throw notFound('contact request', id);
    await lock(within, caller, found.customerId);
    if (isOwn(caller, found.customerId)) {
      throw new AppError('forbidden', 'the centre decides about this request');
    }
    return found;
  }

  return {
    async read(caller: Caller, customerId: number): Promise<ContactBook> {
      if (!(await visibility.isCustomerVisible(caller, customerId))) throw notFound('customer', customerId);
      return describe(kysely, caller, customerId);
    },

    change: (caller: Caller, customerId: number, input: ContactBookInput) =>
      commit(async (within) => {
        await lock(within, caller, customerId);
        const before = await readBook(within, customerId);
        if (input.version !== undefined && input.version !== before.version) {
          const current = await describe(within, caller, customerId);
          throw new AppError('edited-meanwhile', 'somebody else changed it meanwhile', { current });
        }
        const byRequest = isOwn(caller, customerId);
        if (byRequest) {
          await requireCalendars(within, caller, before, changedBook(secrets, before, input));
          const objectId = customerId;
          const request = await insertRequest(
            within,
            customerId,
            by(caller),
            secrets.seal(JSON.stringify(input)),
          );
          const details = { request };
          await writeAudit(within, caller, {
            action: 'request-contacts',
            noun: 'customer',
            objectId,
            details,
          });
        } else {
          await apply(within, caller, customerId, input);
        }
        return { byRequest, book: await describe(within, caller, customerId) };
      }),

    async requests(caller: Caller): Promise<readonly ContactRequest[]> {
      const rows = await findRequests(kysely, caller);
      const decidable = rows.filter(({ customerId }) => !isOwn(caller, customerId));
      return Promise.all(
        decidable.map(async (row) => shownRequest(row, await readBook(kysely, row.customerId))),
      );
    },

    /** The contacts as they were before get an SMS, so that nobody replaces them unnoticed. */
    accept: (caller: Caller, id: number, note: string | undefined): Promise<ContactRequestDecided> =>
      commit(async (within) => {
        const row = await lockRequest(within, caller, id);
        const { customerId } = row;
        const book = await readBook(within, customerId);
        const before = await apply(within, caller, customerId, changeOf(row, book));
        if (!(await decideRequest(within, id, 'accepted', by(caller), note))) {
          throw notFound('contact request', id);
        }
        const told = before.contacts.flatMap(({ name, phones: [phone] }) =>
          phone ? [{ name, phone: phone.number }] : [],
        );
        await queueContactMessages(within, id, told);
        return { book: await describe(within, caller, customerId), told };
      }),

    refuse: (caller: Caller, id: number, note: string): Promise<ContactBook> =>
      commit(async (within) => {
        const { customerId } = await lockRequest(within, caller, id);
        if (!(await decideRequest(within, id, 'refused', by(caller), note)))
          throw notFound('contact request', id);
        const details = { request: id, note };
        const objectId = customerId;
        await writeAudit(within, caller, { action: 'refuse-contacts', noun: 'customer', objectId, details });
        return describe(within, caller, customerId);
      }),
  };
}

async function requireCalendars(
  within: Kysely<Schema>,
  caller: Caller,
  before: StoredBook,
  after: StoredBook,
) {
  const known = new Set(before.contacts.map(({ calendarId }) => calendarId));
  for (const { calendarId } of after.contacts) {
    if (!known.has(calendarId)) await requireCalendar(within, caller, { calendarId }, undefined);
  }
}
