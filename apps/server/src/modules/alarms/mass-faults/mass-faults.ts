/**
 * Looks for devices that fell silent together, and for those that are back (DESK-10). Everything is decided and written
 * in one transaction that no second look shares; each fault opens and ends by a conditional statement.
 */
import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import type { DeskSettings } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import type { HeldLease } from '../../../platform/db/leases/leases.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit } from '../../../queries/commit.ts';
import { nobody } from '../acting.ts';
import type { ClosingParts } from '../closing.ts';
import {
  groupKey,
  largeGroups,
  type MassFault,
  massFaultsOf,
  type NewlySilent,
  type Talking,
} from './mass-fault-groups.ts';
import {
  endFaults,
  findOpenFaults,
  joinAlarms,
  joinDevices,
  lockDetection,
  massFaultNames,
  noteBack,
  openFault,
  reopenLeft,
} from './mass-faults-queries.ts';
import { countTalking, findNewlySilent, notePauses } from './silent-devices-queries.ts';

export interface MassFaultsParts extends Pick<ClosingParts, 'handleEvents' | 'publishHandled'> {
  readonly commit: Commit;
  readonly readSettings: (within: Kysely<Schema>) => Promise<DeskSettings>;
}

/** Who talks is counted this often; where a group could have a fault by these numbers it is counted anew. */
const countedForMs = 5 * 60_000;

export function createMassFaults({ commit, readSettings, handleEvents, publishHandled }: MassFaultsParts) {
  let counted: { readonly atMs: number; readonly talking: Talking } | undefined;

  /** Spares a pass over all devices for the few that are silent at any time. */
  async function talkingOf(
    within: Kysely<Schema>,
    silent: readonly NewlySilent[],
    settings: DeskSettings['massFault'],
  ): Promise<Talking | undefined> {
    const groups = largeGroups(silent, settings);
    if (groups.length === 0) return undefined;
    if (counted && performance.now() - counted.atMs < countedForMs) {
      const { talking } = counted;
      // a group that lost half of those who talked is counted anew, too
      const maybe = groups.some(({ by, value, devices }) => {
        const { length } = devices;
        return 200 * length >= settings.minPercent * ((talking.get(groupKey(by, value)) ?? 0) + length);
      });
      if (!maybe) return undefined;
    }
    const talking = await countTalking(within, settings);
    counted = { atMs: performance.now(), talking };
    return talking;
  }

  async function detect(within: Kysely<Schema>, settings: DeskSettings): Promise<readonly number[]> {
    const { massFault } = settings;
    const silent = await findNewlySilent(within, massFault);
    if (silent.length === 0) return [];
    const changed: number[] = [];
    const open = await findOpenFaults(within);
    for (const { id, by, value } of open) {
      const ids = silent.filter(({ keys }) => keys[by] === value).map(({ deviceId }) => deviceId);
      if (ids.length > 0 && (await joinDevices(within, id, ids, { heardBefore: true })) > 0) changed.push(id);
    }
    const rest = changed.length > 0 ? await findNewlySilent(within, massFault) : silent;
    const talking = await talkingOf(within, rest, massFault);
    for (const fault of talking ? massFaultsOf(rest, talking, massFault) : []) {
      changed.push(await write(within, fault, settings));
    }
    return changed;
  }

  async function write(within: Kysely<Schema>, fault: MassFault, settings: DeskSettings): Promise<number> {
    const severity = fault.isOurs ? 'critical' : 'high';
    const opened = await openFault(within, fault, {
      severity: alarmSeverities.indexOf(severity),
      ...settings.deadlines[severity],
      cellKm: settings.massFault.cellKm,
    });
    const id =
      opened ??
      (await findOpenFaults(within)).find(({ by, value }) => by === fault.by && value === fault.value)?.id ??
      0;
    await joinDevices(within, id, fault.deviceIds, { isOpening: opened !== undefined });
    return id;
  }

  return {
    async look(lease?: Pick<HeldLease, 'requireWithin'>): Promise<void> {
      let handled: readonly number[] = [];
      await commit(async (transaction, publish) => {
        handled = [];
        await lockDetection(transaction);
        const settings = await readSettings(transaction);
        const { massFault } = settings;
        const isListening = await notePauses(transaction);
        const changed = new Set(await noteBack(transaction));
        // where nobody listens everybody is silent
        if (isListening && massFault.enabled) {
          for (const id of await detect(transaction, settings)) changed.add(id);
        }
        const joined = await joinAlarms(transaction, massFault);
        const ended = await endFaults(transaction, massFault.backPercent);
        const reopened = ended.length > 0 ? await reopenLeft(transaction, ended) : [];
        for (const id of [...joined.map((one) => one.id), ...ended, ...reopened]) changed.add(id);
        const closed = joined.filter(({ isClosed }) => isClosed).map(({ id }) => id);
        if (closed.length > 0) {
          handled = await handleEvents(transaction, closed, nobody, massFaultNames.theirs);
        }
        if (changed.size > 0) publish('alarms', { alarmIds: [...changed] });
        await lease?.requireWithin(transaction);
      });
      await publishHandled(handled);
    },
  };
}
