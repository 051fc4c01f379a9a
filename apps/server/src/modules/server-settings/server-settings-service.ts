import type {
  FirstSteps,
  PublicServerSettings,
  ServerSettings,
  ServerSettingsInput,
} from '@atalaia/contract/server/server-settings';
import {
  googleKeyAttribute,
  type MapHosts,
  mapTextHostsFrom,
  tileHostsFrom,
} from '@atalaia/contract/server/tile-sources';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { readRevision, requireRevision } from '../../queries/revision.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  presentServerSettings,
  readFirstSteps,
  readServerSettings,
  type SetUp,
  serverSettingsColumns,
  updateServerSettings,
  withoutSecretAttributes,
  withoutSecrets,
} from './server-settings-queries.ts';

export interface ServerSettingsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  /** What is set up now. */
  readonly setUp: () => SetUp;
}

export interface VersionedSettings {
  readonly settings: ServerSettings;
  readonly revision: string;
}

export interface ServerSettingsService {
  /** All of it for an administrator; less the secret attributes for anybody who is signed in; less every secret for a stranger. */
  read(caller: Caller | undefined): Promise<ServerSettings | PublicServerSettings>;
  /** `ifMatch`: the revision that was edited; throws `edited-meanwhile` when the row was changed since. */
  update(caller: Caller, input: ServerSettingsInput, ifMatch?: string): Promise<VersionedSettings>;
  firstSteps(caller: Caller): Promise<FirstSteps>;
  /** Of the settings as they are now, for the next reader. */
  revision(): Promise<string>;
  /** Where the map's pictures and texts come from, for the page's content policy; a person's own places are among them. */
  mapHosts(caller: Caller | undefined): Promise<MapHosts>;
}

export function createServerSettingsService(parts: ServerSettingsParts): ServerSettingsService {
  const { kysely, commit, setUp } = parts;
  const table = 'server_settings';
  return {
    firstSteps: async ({ userId }) => ({
      ...(await readFirstSteps(kysely, userId)),
      mail: setUp().emailEnabled,
    }),
    revision: () => readRevision(kysely, table, 1),
    async read(caller) {
      const settings = presentServerSettings(await readServerSettings(kysely), setUp());
      if (!caller) return withoutSecrets(settings);
      if (caller.administrator) return settings;
      const { [googleKeyAttribute]: googleKey } = settings.attributes;
      const attributes = withoutSecretAttributes(settings.attributes);
      // his map needs it, as it does Bing's
      return {
        ...settings,
        attributes: googleKey ? { ...attributes, [googleKeyAttribute]: googleKey } : attributes,
      };
    },
    update: (caller, input, ifMatch) =>
      commit(async (transaction, publish) => {
        const before = await readServerSettings(transaction, 'lock');
        await requireRevision(transaction, table, 1, ifMatch, async () =>
          JSON.stringify(presentServerSettings(before, setUp())),
        );
        const values = serverSettingsColumns(input);
        if (Object.keys(values).length) await updateServerSettings(transaction, values);
        const details = changeDetails(before, values);
        const { changed } = details;
        await writeAudit(transaction, caller, { action: 'update', noun: 'server', objectId: 1, details });
        publish('serverSettings', {});
        // times of calendars that name no zone are the server's
        if (changed.includes('timezone')) publish('rules', { kinds: ['calendars'] });
        const settings = presentServerSettings(await readServerSettings(transaction), setUp());
        return { settings, revision: await readRevision(transaction, table, 1) };
      }),
    async mapHosts(caller) {
      const settings = presentServerSettings(await readServerSettings(kysely), setUp());
      const own = mapTextHostsFrom({ poiLayer: caller?.user.poi_layer ?? null });
      return {
        pictures: tileHostsFrom(settings),
        texts: [...new Set([...mapTextHostsFrom(settings), ...own])],
      };
    },
  };
}
