/** Mirrors as rows: whom administrators have forwarded to other servers (OUT-06). What forwards is `ingest/mirror`. */
import type { MirrorInput, MirrorLogQuery, MirrorQuery } from '@atalaia/contract/devices/mirror';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonList } from '../../platform/http/json-text.ts';
import type { GuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails, givenColumns, instantColumn } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  deleteMirror,
  describeMirrors,
  findMirrors,
  forgetLog,
  insertMirror,
  listLog,
  lockMirror,
  type MirrorRow,
  updateMirror,
} from './mirrors-queries.ts';

export interface MirrorsServiceParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Which servers may be forwarded to. */
  readonly guard: Pick<GuardedLookup, 'resolve'>;
}

export interface MirrorsService extends CrudService<MirrorInput, MirrorQuery> {
  log(id: number, query: MirrorLogQuery): Promise<JsonList>;
  /** The job that removes what is old of the log. */
  forget(): Promise<void>;
}

const noun = 'mirror';
const table = 'mirrors';
const logDays = 90;

export function createMirrorsService({
  kysely,
  commit,
  secrets,
  guard,
}: MirrorsServiceParts): MirrorsService {
  const describe = async (within: Kysely<Schema>, id: number) => {
    const json = await describeMirrors(within, [id]);
    if (json === '') throw notFound(noun, id);
    return json;
  };
  const withRevision = (within: Kysely<Schema>, id: number) =>
    atRevision(within, table, id, () => describe(within, id));
  const audit = (
    within: Kysely<Schema>,
    caller: Caller,
    action: string,
    objectId: number,
    details: Readonly<Record<string, unknown>>,
  ) => writeAudit(within, caller, { action, noun, objectId, details });

  return {
    list: async (_caller, query) =>
      jsonList(await findMirrors(kysely, query), (ids) => describeMirrors(kysely, ids)),
    read: (_caller, id) => withRevision(kysely, id),

    async create(caller, input) {
      await checkAddress(guard, input);
      checkPeriod(input.activeFrom, input.activeUntil);
      return commit(async (transaction, publish) => {
        const { name, kind, address, authorizedBy, reason } = input;
        const required = { name, kind, address, authorized_by: authorizedBy, reason };
        const id = await insertMirror(transaction, { ...columnsOf(input, secrets), ...required });
        await audit(transaction, caller, 'create', id, { name, kind, address, authorizedBy, reason });
        publish('rules', { kinds: ['mirrors'] });
        return withRevision(transaction, id);
      });
    },

    async update(caller, id, input, ifMatch) {
      await checkAddress(guard, input);
      return commit(async (transaction, publish) => {
        const before = await lockMirror(transaction, id);
        if (!before) throw notFound(noun, id);
        await requireRevision(transaction, table, id, ifMatch, () => describe(transaction, id));
        const values = columnsOf(input, secrets);
        const goesElsewhere = before.sealed_authorization !== null && !isSameServer(before, input);
        if (goesElsewhere && input.kind !== 'raw' && input.authorization === undefined) {
          const message = 'must be given again, or be emptied: the server, its port or https changed';
          throw fieldRefusal('mirror-key-needed', { path: 'authorization', message });
        }
        // frames bear no key
        const keyed = goesElsewhere ? { sealed_authorization: null, ...values } : values;
        checkPeriod(
          input.activeFrom ?? before.active_from,
          input.activeUntil === undefined ? before.active_until : input.activeUntil,
        );
        await updateMirror(transaction, id, keyed);
        await audit(transaction, caller, 'update', id, {
          ...changeDetails(before, keyed),
          ...{ address: input.address, authorizedBy: input.authorizedBy, reason: input.reason },
        });
        publish('rules', { kinds: ['mirrors'] });
        return withRevision(transaction, id);
      });
    },

    async dependents(_caller, id) {
      await describe(kysely, id);
      return { seen: '', hidden: false, dependents: [] };
    },

    remove: (caller, id) =>
      commit(async (transaction, publish) => {
        const before = await lockMirror(transaction, id);
        if (!before) throw notFound(noun, id);
        const { name, kind, address, authorized_by: authorizedBy, reason } = before;
        await deleteMirror(transaction, id);
        await audit(transaction, caller, 'remove', id, { name, kind, address, authorizedBy, reason });
        publish('rules', { kinds: ['mirrors'] });
      }),

    async log(id, query) {
      await describe(kysely, id);
      return listLog(kysely, id, query);
    },
    forget: () => forgetLog(kysely, logDays),
  };
}

/** The name or address of the other server; undefined where the text is none. */
function hostOf(kind: MirrorRow['kind'] | string, address: string): string | undefined {
  if (kind !== 'raw') {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
    const { hostname, username } = new URL(address);
    return username === '' ? hostname : undefined;
  }
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(address) ?? [];
  return port !== undefined && (Number(port) < 1 || Number(port) > 65_535) ? undefined : host;
}

type Target = Pick<MirrorRow, 'kind' | 'address'>;

/** A key is for one server: it goes to no other, to none on another port, nor in the open where it went sealed. */
function isSameServer(before: Target, now: Target): boolean {
  if (before.kind === 'raw' || now.kind === 'raw') {
    // what is an address of HTTP is no host
    return hostOf('raw', before.address) === hostOf('raw', now.address);
  }
  const [was, is] = [new URL(before.address), new URL(now.address)];
  // '' is each one's usual port
  const isThere = was.hostname === is.hostname && was.port === is.port;
  return isThere && (was.protocol === is.protocol || is.protocol === 'https:');
}

/** A name that cannot be found now may be found later; one that is private is refused here, and again as it is used. */
async function checkAddress(
  guard: MirrorsServiceParts['guard'],
  { kind, address }: MirrorInput,
): Promise<void> {
  const host = hostOf(kind, address);
  if (host === undefined) {
    const message = kind === 'raw' ? 'must be a host, or host:port' : 'must be an http or https address';
    throw fieldRefusal('invalid-input', { path: 'address', message });
  }
  const code = await guard.resolve(host).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === 'private-address') {
    const message = 'is a private address; PRIVATE_TARGETS=true allows them';
    throw fieldRefusal('private-address', { path: 'address', message });
  }
}

function checkPeriod(from: Date | string | undefined, until: Date | string | null | undefined): void {
  if (!until || new Date(until) > new Date(from ?? Date.now())) return;
  throw fieldRefusal('invalid-input', { path: 'activeUntil', message: 'must be after activeFrom' });
}

function columnsOf(input: MirrorInput, secrets: MirrorsServiceParts['secrets']) {
  const { authorization } = input;
  const sealed = authorization?.trim() && secrets.seal(authorization.trim());
  return givenColumns({
    name: input.name,
    kind: input.kind,
    address: input.address,
    method: input.method,
    sealed_authorization: authorization === undefined ? undefined : sealed || null,
    device_ids: input.deviceIds,
    group_ids: input.groupIds,
    customer_ids: input.customerIds,
    active_from: instantColumn(input.activeFrom) ?? undefined,
    active_until: instantColumn(input.activeUntil),
    authorized_by: input.authorizedBy,
    reason: input.reason,
    enabled: input.enabled,
  });
}
