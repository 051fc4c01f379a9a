/** Calls to contacts that were tried, each with its outcome and where it can be heard (PROC-04). */
import type { ContactTry, ContactTryInput } from '@atalaia/contract/accounts/contact';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { HeldWorkService, Work } from '../alarms/held-work-service.ts';
import type { SinistersService } from '../sinisters/sinisters-service.ts';
import { describeTries, insertTry, setRecording } from './contact-work-queries.ts';

export interface TriesParts extends Pick<HeldWorkService, 'lockForCall' | 'see' | 'note'> {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sinisters: Pick<SinistersService, 'announce'>;
}

export type TriesService = ReturnType<typeof createTriesService>;

export function createTriesService(parts: TriesParts) {
  const { kysely, commit, sinisters, lockForCall, see, note } = parts;
  /** Its number. Throws `work-not-held`. */
  async function noteWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    work: Work,
    input: ContactTryInput,
  ): Promise<number> {
    const held = await lockForCall(within, caller, work);
    const { userId, user } = caller;
    const id = await insertTry(within, held, input, { userId, userName: user.name });
    const { contactId, name, phone, outcome } = input;
    if (held.alarmId !== null) {
      const details = { tryId: id, contactId, name, phone, outcome, note: input.note };
      await note(within, publish, caller, held.alarmId, 'call', details);
    }
    // its screen lists the call for everybody who looks
    const { sinisterId, deviceId } = held;
    if (sinisterId !== null && deviceId !== null)
      await sinisters.announce(within, publish, sinisterId, deviceId, { centreOnly: true });
    return id;
  }
  return {
    async list(caller: Caller, work: Work): Promise<readonly ContactTry[]> {
      await see(caller, work);
      return describeTries(kysely, work);
    },
    note: (caller: Caller, work: Work, input: ContactTryInput): Promise<ContactTry> =>
      commit(async (within, publish) => one(within, await noteWithin(within, publish, caller, work, input))),
    noteWithin,
    setRecording: (caller: Caller, id: number, recordingUrl: string): Promise<ContactTry> =>
      commit(async (within) => {
        if (!(await setRecording(within, caller, id, recordingUrl))) throw notFound('contact try', id);
        return one(within, id);
      }),
  };
}

async function one(within: Kysely<Schema>, id: number): Promise<ContactTry> {
  const [found] = await describeTries(within, { id });
  if (!found) throw notFound('contact try', id);
  return found;
}
