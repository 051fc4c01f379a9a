/** Whom to call while one works on an alarm or a case, with who is within his hours now (PROC-04). */
import type { WorkContact, WorkContacts } from '@atalaia/contract/accounts/contact';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { HeldWorkService, Work } from '../alarms/held-work-service.ts';
import { type BookContact, findBookContacts, findOwnPhones, hasPhrases } from './contact-work-queries.ts';

export interface WorkContactsParts extends Pick<HeldWorkService, 'see'> {
  readonly kysely: Kysely<Schema>;
  readonly visibility: Pick<Visibility, 'isCustomerVisible'>;
  readonly channels: Pick<Channels, 'dialUrl'>;
  readonly readServer: () => Promise<Parameters<typeof resolveSettings>[0]>;
  readonly nowMs?: () => number;
}

export type WorkContactsService = ReturnType<typeof createWorkContacts>;

/** The address that dials a number: its digits alone, so that nothing that somebody typed as a phone becomes an address. */
export const dialAddress = (template: string | undefined, number: string): string => {
  const digits = `${number.trim().startsWith('+') ? '+' : ''}${number.replaceAll(/\D/g, '')}`;
  return (template ?? 'tel:{phone}').replaceAll(
    '{phone}',
    template === undefined ? digits : encodeURIComponent(digits),
  );
};

/** The same for +55 85 98888-0001 and (85) 98888-0001. */
const nationalDigits = (number: string): string =>
  number.replaceAll(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');

export function createWorkContacts(parts: WorkContactsParts) {
  const { kysely, visibility, see, channels, readServer, nowMs = Date.now } = parts;
  const dialled = (phone: { readonly number: string; readonly whatsapp: boolean }) => ({
    ...phone,
    dialUrl: dialAddress(channels.dialUrl, phone.number),
  });
  const noted = (name: string, role: string, number: string): WorkContact => ({
    ...{ contactId: null, name, role, note: null, inHours: null, hoursChangeAt: null },
    phones: [dialled({ number, whatsapp: true })],
  });

  async function ofBook(customerId: number): Promise<readonly WorkContact[]> {
    const contacts = await findBookContacts(kysely, customerId);
    const { timezone } = resolveSettings(await readServer());
    return contacts.map(({ calendar, phones, ...contact }) => ({
      ...contact,
      phones: phones.map(dialled),
      ...hoursOf(calendar, timezone, nowMs()),
    }));
  }

  return {
    /** Throws `not-found` for what the caller does not see. */
    async list(caller: Caller, work: Work): Promise<WorkContacts> {
      const { customerId, deviceId, isHeld, caller: spoke } = await see(caller, work);
      const mayName =
        customerId !== null && (isHeld || (await visibility.isCustomerVisible(caller, customerId)));
      const book = mayName ? await ofBook(customerId) : [];
      const inBook = new Set(
        book.flatMap(({ phones }) => phones.map(({ number }) => nationalDigits(number))),
      );
      const own = await findOwnPhones(kysely, customerId, deviceId);
      return {
        customerId: customerId ?? 0,
        contacts: [
          ...(spoke ? [noted(spoke.name, 'caller', spoke.phone)] : []),
          ...book,
          ...own
            .filter(({ phone }) => !inBook.has(nationalDigits(phone)))
            .map(({ name, role, phone }) => noted(name, role, phone)),
        ],
        withheld: customerId !== null && !mayName,
        isHeld,
        hasPhrases: mayName && (await hasPhrases(kysely, customerId)),
      };
    },
  };
}

/** A file that cannot be followed keeps nobody from being called. */
function hoursOf(calendar: BookContact['calendar'], zone: string, atMs: number) {
  const times = calendar === null ? undefined : parseCalendar(calendar, zone);
  if (!times?.ok) return { inHours: null, hoursChangeAt: null };
  const inHours = times.isActive(atMs);
  const [span] = times.next(atMs, 1);
  const changeMs = inHours ? span?.endMs : span?.startMs;
  return { inHours, hoursChangeAt: changeMs === undefined ? null : new Date(changeMs).toISOString() };
}
