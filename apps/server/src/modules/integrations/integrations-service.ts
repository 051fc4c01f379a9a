/** What an administrator sets up of the services of others, sealed in the database; the environment wins where it is set. */

import type { Notificator } from '@atalaia/contract/rules/notification';
import {
  hiddenPassword,
  type Integration,
  type IntegrationInput,
  type IntegrationSetting,
  type IntegrationState,
  type IntegrationTest,
} from '@atalaia/contract/server/integrations';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import {
  integrationSettings,
  integrations,
  isSecretSetting,
  type SettingTexts,
  settingFacts,
} from '../../platform/config/integration-settings.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  forgetFailure,
  readOutcomes,
  readStored,
  writeOutcomes,
  writeStored,
} from './integrations-queries.ts';

/** What is set up in this process. */
export interface IntegrationCalls {
  readonly environment: SettingTexts;
  isSetUp(name: Integration): boolean;
  /** Why what is set is not used; English. */
  faultOf(name: Integration): string | null;
  /** Goes over to what is stored. */
  apply(stored: SettingTexts): void;
  /** How calls ended since it was last taken, by service. */
  takeOutcomes(): ReadonlyMap<
    string,
    { readonly failedAtMs?: number; readonly reason?: string; readonly doneAtMs?: number }
  >;
  /** As outcomes name it. */
  serviceOf(name: Integration): string;
  /** Calls a service that sends to nobody; throws why it does not do what it is for. */
  test(name: Integration): Promise<void>;
}

export interface IntegrationsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Secrets;
  readonly integrationCalls: IntegrationCalls;
  /** To the caller himself, as notifications go to him. */
  readonly sendTest: (caller: Caller, notificator: Notificator) => Promise<void>;
}

export type IntegrationsService = ReturnType<typeof createIntegrationsService>;

const notificatorOf: Readonly<Partial<Record<Integration, Notificator>>> = {
  mail: 'mail',
  sms: 'sms',
  whatsapp: 'whatsapp',
  push: 'mobile',
};

export function createIntegrationsService(parts: IntegrationsParts) {
  const { kysely, commit, secrets, integrationCalls: calls, sendTest } = parts;
  const opened = (stored: ReadonlyMap<string, string>) => openedBy(secrets, stored);

  async function states(): Promise<IntegrationState[]> {
    await flush();
    const stored = await readStored(kysely);
    const outcomes = await readOutcomes(kysely);
    return integrations.map((integration) => {
      const { names } = integrationSettings[integration];
      const outcome = outcomes.find(({ service }) => service === calls.serviceOf(integration));
      const { failedAtMs = null, reason = null, doneAtMs = null } = outcome ?? {};
      return {
        integration,
        isSetUp: calls.isSetUp(integration),
        fault: calls.faultOf(integration),
        settings: names.map((name) => presented(parts, name, stored.get(name))),
        failure:
          failedAtMs === null ? null : { at: new Date(failedAtMs).toISOString(), reason: reason ?? '' },
        doneAt: doneAtMs === null ? null : new Date(doneAtMs).toISOString(),
      };
    });
  }

  async function flush(): Promise<void> {
    const taken = calls.takeOutcomes();
    if (taken.size === 0) return;
    await writeOutcomes(
      kysely,
      [...taken].map(([service, { failedAtMs = null, reason = null, doneAtMs = null }]) => ({
        service,
        failedAtMs,
        reason,
        doneAtMs,
      })),
    );
  }

  async function read(integration: Integration): Promise<IntegrationState> {
    const state = (await states()).find((one) => one.integration === integration);
    if (!state) throw new Error(`${integration} is not described`);
    return state;
  }

  return {
    states,
    /** Reads what is stored, and goes over to it. */
    async apply(): Promise<void> {
      calls.apply(opened(await readStored(kysely)));
    },
    /** Writes how calls ended since it was last called. For a timer. */
    flush,

    /** Throws `invalid-input` for a name that is none of its own, that the environment sets, or whose value is wrong. */
    async update(
      caller: Caller,
      integration: Integration,
      { settings }: IntegrationInput,
    ): Promise<IntegrationState> {
      await commit(async (transaction, publish) => {
        const stored = await readStored(transaction, 'lock');
        const changed = Object.entries(settings).map(([name, value]) => {
          refuseForeign(integration, name, calls.environment);
          const before = stored.get(name);
          const text = value && name === 'MAIL_URL' ? withKeptPassword(value, opened(stored)[name]) : value;
          return [name, text === '' ? null : text, before] as const;
        });
        const texts: Record<string, string> = { ...opened(stored) };
        for (const [name, text] of changed) {
          if (text === null) delete texts[name];
          else texts[name] = text;
        }
        requireFitting(integration, { ...texts, ...calls.environment });
        await writeStored(
          transaction,
          new Map(changed.map(([name, text]) => [name, text === null ? null : secrets.seal(text)])),
        );
        await forgetFailure(transaction, calls.serviceOf(integration));
        // names alone: a value may be a key
        const details = { integration, changed: changed.map(([name]) => name) };
        await writeAudit(transaction, caller, { action: 'update', noun: 'server', objectId: 1, details });
        publish('integrations', {});
      });
      // others go over to it as they hear of it; who saved sees it at once
      calls.takeOutcomes();
      calls.apply(opened(await readStored(kysely)));
      return read(integration);
    },

    /** By what is set up now. Throws `channel-not-set-up`. */
    async test(caller: Caller, integration: Integration): Promise<IntegrationTest> {
      if (!calls.isSetUp(integration))
        throw new AppError('channel-not-set-up', `${integration} is not set up`);
      const details = { integration };
      await commit((transaction) =>
        writeAudit(transaction, caller, { action: 'test', noun: 'server', objectId: 1, details }),
      );
      const notificator = notificatorOf[integration];
      try {
        await (notificator ? sendTest(caller, notificator) : calls.test(integration));
        return { works: true, reason: null };
      } catch (error) {
        if (!(error instanceof DeliveryFailed || error instanceof ConfigError)) throw error;
        return { works: false, reason: error.message };
      }
    },
  };
}

function sourceOf(given: string | undefined, sealed: string | undefined): IntegrationSetting['source'] {
  if (given !== undefined) return 'environment';
  return sealed === undefined ? 'none' : 'stored';
}

function factsOf(name: string) {
  const { fallback, choices } = settingFacts(name);
  return { fallback, choices: choices && [...choices] };
}

function refuseForeign(integration: Integration, name: string, environment: SettingTexts): void {
  const path = `settings.${name}`;
  if (!integrationSettings[integration].names.includes(name))
    throw fieldRefusal('invalid-input', { path, message: `is no setting of ${integration}` });
  if (environment[name] !== undefined)
    throw fieldRefusal('invalid-input', { path, message: 'is set by the environment' });
}

function requireFitting(integration: Integration, texts: SettingTexts): void {
  try {
    integrationSettings[integration].read(texts);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [name = ''] = error.message.split(' ', 1);
    throw fieldRefusal('invalid-input', {
      path: `settings.${name}`,
      message: error.message.slice(name.length + 1),
    });
  }
}

function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password === '') return text;
  url.password = hiddenPassword;
  return url.href;
}

/** A stored password stays only where server and user stay: nobody has it sent to a server of his own. */
function withKeptPassword(text: string, stored: string | undefined): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== hiddenPassword) return text;
  const before = stored !== undefined && URL.canParse(stored) ? new URL(stored) : undefined;
  if (before?.hostname !== url.hostname || before.username !== url.username)
    throw fieldRefusal('invalid-input', {
      path: 'settings.MAIL_URL',
      message: 'needs its password again: the server or the user is another one',
    });
  url.password = before.password;
  return url.href;
}

function presented(
  { integrationCalls: calls, secrets }: Pick<IntegrationsParts, 'integrationCalls' | 'secrets'>,
  name: string,
  sealed: string | undefined,
): IntegrationSetting {
  const given = calls.environment[name];
  const isUnreadable = given === undefined && sealed !== undefined && !secrets.opens(sealed);
  const text = given ?? (sealed === undefined || isUnreadable ? undefined : secrets.open(sealed));
  const isSecret = isSecretSetting(name);
  return {
    name,
    source: sourceOf(given, sealed),
    isSecret,
    value: text === undefined || isSecret ? null : withoutPassword(text),
    ...factsOf(name),
    isUnreadable,
  };
}

function openedBy(secrets: Secrets, stored: ReadonlyMap<string, string>): SettingTexts {
  return Object.fromEntries(
    [...stored].flatMap(([name, sealed]) => (secrets.opens(sealed) ? [[name, secrets.open(sealed)]] : [])),
  );
}
