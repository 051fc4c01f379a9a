import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { PoliceFactsInput, PoliceTexts } from '@atalaia/contract/sinisters/police-texts';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { SinisterRow } from '../sinisters/sinisters-service.ts';
import { type RecoveryParts, sinalMs } from './first-hour-service.ts';
import { findPoliceSources, storePoliceFacts } from './police-facts-queries.ts';
import { writePoliceTexts } from './police-texts.ts';

export interface PoliceTextsService {
  read(caller: Caller, sinisterId: number): Promise<PoliceTexts>;
  /** Throws `sinister-closed`. */
  save(caller: Caller, sinisterId: number, input: PoliceFactsInput): Promise<PoliceTexts>;
}

export interface PoliceTextsParts extends RecoveryParts {
  readonly readServer: () => Promise<PublicServerSettings>;
}

export function createPoliceTextsService(parts: PoliceTextsParts): PoliceTextsService {
  const { kysely, commit, sinisters, readServer } = parts;

  async function textsOf(
    within: Kysely<Schema>,
    caller: Caller,
    sinister: SinisterRow,
  ): Promise<PoliceTexts> {
    const sources = await findPoliceSources(within, sinister.id);
    const { timezone } = resolveSettings(
      await readServer(),
      caller.user.attributes as Readonly<Record<string, unknown>>,
    );
    return writePoliceTexts(sinister, sources, { zone: timezone, sinalMs });
  }

  return {
    async read(caller, sinisterId) {
      return textsOf(kysely, caller, await sinisters.find(caller, sinisterId));
    },

    save: (caller, sinisterId, input) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        await storePoliceFacts(transaction, sinisterId, input, caller.user.name);
        const given = Object.entries(input).filter(([, value]) => value !== null);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'sinister',
          objectId: sinisterId,
          details: { policeFacts: given.map(([name]) => name) },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        return textsOf(transaction, caller, sinister);
      }),
  };
}
