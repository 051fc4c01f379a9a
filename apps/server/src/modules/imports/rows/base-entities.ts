/** Whom the rows of a file mean that are a customer, his device and his user each: who is there, and who is one and the same. */
import type { ImportAct, ImportErrorCode } from '@atalaia/contract/reports/import';
import { foldText } from '@atalaia/domain/units/search-text';
import type { Caller } from '../../../visibility/caller.ts';
import type { UsersBulkService } from '../../users/users-bulk-service.ts';
import type { ImportPart } from '../columns/import-column.ts';
import type { KnownParts } from './check-known.ts';
import type { PartFields, ReadSheet } from './sheet-reading.ts';

export interface BaseParts extends KnownParts {
  readonly users: UsersBulkService;
}

/** A customer, device or user that rows name. */
export interface Entity {
  readonly part: ImportPart;
  /** Its document, identifier or e-mail, as it is compared. */
  readonly key: string;
  /** What is there already. */
  readonly id: number | undefined;
  /** What rows say of it, the first that says something; its group by number. */
  readonly fields: Record<string, string | number | boolean>;
  groupId: number | undefined;
  /** Whose it is by the file. */
  customer: Entity | undefined;
  /** What becomes of it, where a row that names it has no error. */
  act: Exclude<ImportAct, 'again' | 'skip'>;
  /** The first row of those that come. */
  from: number | undefined;
}

export type Known = Awaited<ReturnType<typeof findKnown>>;

/** What the database has of what the file names. */
export async function findKnown(
  { kysely, devices, customers, users, groupNames }: BaseParts,
  caller: Caller,
  { rows }: ReadSheet,
) {
  const all = (part: ImportPart, value: (fields: PartFields) => unknown) => [
    ...new Set(
      rows.flatMap(({ parts }) => {
        const fields = parts?.[part];
        const one = fields && value(fields);
        return typeof one === 'string' && one !== '' ? [one] : [];
      }),
    ),
  ];
  const groupOf = ({ fields }: PartFields) => fields.groupId;
  const documents = all('customer', ({ key }) => key);
  // who is named by his document is not looked for by his name
  const names = all('customer', ({ key, fields }) => (key === undefined ? fields.name : undefined));
  const uniqueIds = all('device', ({ key }) => key);
  const groups = await groupNames.find(kysely, caller, [
    ...new Set([...all('customer', groupOf), ...all('device', groupOf)]),
  ]);
  const seenCustomers =
    documents.length > 0 ? await customers.match(kysely, caller, { documents, ids: [] }) : [];
  const byName = names.length > 0 ? await customers.find(kysely, caller, names) : new Map<string, never>();
  const taken = await devices.taken(uniqueIds, kysely);
  const seenDevices =
    taken.size > 0 ? await devices.match(kysely, caller, { ids: [], uniqueIds: [...taken], plates: [] }) : [];
  const people = await users.match(
    kysely,
    caller,
    all('user', ({ key }) => key),
  );
  const byDocument = Map.groupBy(seenCustomers, ({ cpf_cnpj }) => cpf_cnpj);
  const byUniqueId = new Map(seenDevices.map((device) => [device.unique_id, device]));
  const byId = {
    device: new Map(seenDevices.map(({ id, customer_id }) => [id, customer_id])),
    user: new Map(
      [...people.values()].flatMap((user) => (user ? [[user.id, user.customer_id] as const] : [])),
    ),
  };
  /** The document that the file says beside a name; null where it says several. */
  const namesInFile = new Map<string, string | null>();
  for (const { parts } of rows) {
    const { key, fields } = parts?.customer ?? {};
    const name = foldText(String(fields?.name ?? ''));
    if (key === undefined || name === '') continue;
    const before = namesInFile.get(name);
    namesInFile.set(name, before === undefined || before === key ? key : null);
  }
  return {
    groups,
    byDocument,
    byName,
    taken,
    byUniqueId,
    people,
    namesInFile,
    groupId(name: string) {
      const id = groups.get(name);
      return typeof id === 'number' ? id : undefined;
    },
    customerOf: (part: 'device' | 'user', id: number) => byId[part].get(id) ?? undefined,
  };
}

type Refuse = (column: string, code: ImportErrorCode, value: string) => void;

/** Whom a row names; undefined where that is refused. */
export function entityOf(
  known: Known,
  entities: Map<string, Entity>,
  part: ImportPart,
  { key, fields }: PartFields,
  refuse: Refuse,
): Entity | undefined {
  const group = fields.groupId;
  if (typeof group === 'string' && known.groupId(group) === undefined) {
    refuse('groupId', known.groups.has(group) ? 'ambiguous-name' : 'unknown-name', group);
    return undefined;
  }
  const make = (name: string, id: number | undefined): Entity => {
    const at = `${part} ${id ?? `new ${name}`}`;
    const there = entities.get(at);
    if (there) return there;
    const made: Entity = {
      part,
      key: name,
      id,
      fields: {},
      groupId: undefined,
      customer: undefined,
      act: 'create',
      from: undefined,
    };
    entities.set(at, made);
    return made;
  };
  if (part === 'customer') {
    const name = String(fields.name ?? '');
    const document = key ?? known.namesInFile.get(foldText(name));
    if (document === null) {
      refuse('cpfCnpj', 'ambiguous-name', name);
      return undefined;
    }
    if (document === undefined) {
      const id = known.byName.get(name);
      if (typeof id === 'number') return make(name, id);
      refuse('cpfCnpj', id === undefined ? 'required' : 'ambiguous-name', name);
      return undefined;
    }
    const there = known.byDocument.get(document) ?? [];
    if (there.length < 2) return make(document, there[0]?.id);
    refuse('cpfCnpj', 'ambiguous-document', document);
    return undefined;
  }
  const name = key ?? '';
  if (part === 'device') {
    const there = known.byUniqueId.get(name);
    if (!there && known.taken.has(name)) {
      refuse('uniqueId', 'taken', name);
      return undefined;
    }
    return make(name, there?.id);
  }
  const there = known.people.get(name);
  if (!there && known.people.has(name)) {
    refuse('email', 'user-taken', name);
    return undefined;
  }
  return make(name, there?.id);
}
