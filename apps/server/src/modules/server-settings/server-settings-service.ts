import type {
  PublicServerSettings,
  ServerSettings,
  ServerSettingsInput,
} from '@atalaia/contract/server-settings';
import { tileHostOf } from '@atalaia/contract/tile-hosts';
import type { Kysely } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { writeAudit } from '../../writing/audit.ts';
import { changedFields } from '../../writing/changed-fields.ts';
import type { Commit } from '../../writing/commit.ts';
import {
  presentServerSettings,
  serverSettingsColumns,
  withoutSecretAttributes,
  withoutSecrets,
} from './server-settings-presenter.ts';
import { readServerSettings, updateServerSettings } from './server-settings-queries.ts';

export interface ServerSettingsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  /** The running version of the product. */
  readonly version: string;
}

export interface ServerSettingsService {
  /** All of it for an administrator; less the secret attributes for who is signed in; less every secret for a stranger. */
  read(caller: Caller | undefined): Promise<ServerSettings | PublicServerSettings>;
  update(caller: Caller, input: ServerSettingsInput): Promise<ServerSettings>;
  /** Where the custom map's pictures come from, for the page's content policy. */
  customTileHost(): Promise<string | undefined>;
}

export function createServerSettingsService(parts: ServerSettingsParts): ServerSettingsService {
  const { kysely, commit, version } = parts;
  return {
    async read(caller) {
      const settings = presentServerSettings(await readServerSettings(kysely), version);
      if (!caller) return withoutSecrets(settings);
      if (caller.administrator) return settings;
      return { ...settings, attributes: withoutSecretAttributes(settings.attributes) };
    },
    update: (caller, input) =>
      commit(async (transaction) => {
        const before = await readServerSettings(transaction, 'lock');
        const values = serverSettingsColumns(input);
        if (Object.keys(values).length) await updateServerSettings(transaction, values);
        const details = { changed: changedFields(before, values) };
        await writeAudit(transaction, caller, { action: 'update', noun: 'server', objectId: 1, details });
        return presentServerSettings(await readServerSettings(transaction), version);
      }),
    async customTileHost() {
      const { map_url } = await readServerSettings(kysely);
      return tileHostOf(map_url);
    },
  };
}
