/**
 * Rows that are a customer, his device and his user each, held against what is registered: who is new, who is there, what is
 * linked to what. Nothing is saved.
 */
import { setImmediate } from 'node:timers/promises';
import type {
  ImportAct,
  ImportErrorCode,
  ImportPlanRow,
  ImportPreview,
} from '@atalaia/contract/reports/import';
import type { Caller } from '../../../visibility/caller.ts';
import type { ImportPart } from '../columns/import-column.ts';
import { keyPaths, nounColumns } from '../columns/noun-columns.ts';
import { type BaseParts, type Entity, entityOf, findKnown, type Known } from './base-entities.ts';
import { inputOf } from './read-row.ts';
import {
  createFindings,
  type FindingsList,
  inOrder,
  type PartFields,
  placeOf,
  type ReadSheet,
} from './sheet-reading.ts';

export interface CheckedBase {
  readonly preview: ImportPreview;
  /** Those of rows without an error. */
  readonly entities: readonly Entity[];
  /** A user and a device each. */
  readonly links: readonly (readonly [user: Entity, device: Entity])[];
}

/** A column, what is wrong, and with which value. */
type RefusedField = Awaited<ReturnType<BaseParts['users']['refusals']>>;
type Fault = readonly [string, ImportErrorCode, string] | undefined;
type Parts = Readonly<Partial<Record<ImportPart, Entity>>>;
const kinds = ['customer', 'device', 'user'] as const;
const rowsPerTurn = 250;

export async function checkBase(
  parts: BaseParts,
  caller: Caller,
  sheet: ReadSheet,
  updates: boolean,
): Promise<CheckedBase> {
  const known = await findKnown(parts, caller, sheet);
  const found = createFindings();
  const refused = new Map<number, ImportErrorCode>();
  for (const { row, code } of sheet.errors) if (!refused.has(row)) refused.set(row, code);
  // beyond the errors that are listed
  for (const { row, parts: said } of sheet.rows) if (!said && !refused.has(row)) refused.set(row, 'invalid');
  const work: Work = {
    ...{ parts, caller, sheet, updates, known, found, refused },
    refuse(row, column, code, value) {
      if (!refused.has(row)) refused.set(row, code);
      found.error({ ...placeOf(sheet.places, row, column, value), code });
    },
  };
  const { whole, entities } = await nameAll(work);
  await judge(work, whole);
  const coming = whole.filter(({ row }) => !refused.has(row));
  const links = linksOf(coming);
  const come = entities.filter(({ from }) => from !== undefined);
  const more = found.result();
  return {
    entities: come,
    links,
    preview: {
      rows: sheet.rows.length,
      fits: coming.length,
      ...(updates && { updates: come.filter(({ act }) => act === 'update').length }),
      errorCount: sheet.errorCount + more.errorCount,
      errors: inOrder([...sheet.errors, ...more.errors], sheet.places),
      warningCount: sheet.warningCount + more.warningCount,
      warnings: inOrder([...sheet.warnings, ...more.warnings], sheet.places),
      ignored: [...sheet.ignored],
      ...{ sample: sheet.sample, columns: sheet.columns, fields: sheet.fields },
      plan: {
        rows: planRows(sheet, whole, refused),
        created: countOf(come, 'create'),
        updated: countOf(come, 'update'),
        links: links.length,
      },
    },
  };
}

interface Work {
  readonly parts: BaseParts;
  readonly caller: Caller;
  readonly sheet: ReadSheet;
  readonly updates: boolean;
  readonly known: Known;
  readonly found: FindingsList;
  /** Rows that do not come, with the first reason. */
  readonly refused: Map<number, ImportErrorCode>;
  refuse(row: number, column: string | null, code: ImportErrorCode, value: string): void;
}

interface NamedRow {
  readonly row: number;
  readonly parts: Parts;
}

/** Whom each row means, and what rows say of one put together: of two that differ the first holds. */
async function nameAll(work: Work) {
  const { sheet, known, updates, refused, refuse } = work;
  const entities = new Map<string, Entity>();
  const whole: NamedRow[] = [];
  for (const [index, { row, parts: said }] of sheet.rows.entries()) {
    // others have their turn in between
    if (index % rowsPerTurn === 0) await setImmediate();
    if (!said) continue;
    const named: Partial<Record<ImportPart, Entity>> = {};
    for (const part of kinds) {
      const fields = said[part];
      const entity =
        fields &&
        entityOf(known, entities, part, fields, (column, code, value) =>
          refuse(row, `${part}.${column}`, code, value),
        );
      if (entity) named[part] = entity;
    }
    const { customer } = named;
    // of the customer a row counts also where its device or user is refused: another row may bring him
    if (customer && said.customer) takeIn(work, row, customer, said.customer);
    for (const part of ['device', 'user'] as const) {
      const owned = named[part];
      if (!owned || !customer) continue;
      const before = owned.id === undefined ? undefined : known.customerOf(part, owned.id);
      const isKept = before !== undefined && !updates && before !== customer.id;
      if (isKept || (owned.customer && owned.customer !== customer))
        refuse(row, `${part}.${keyPaths[part]}`, 'other-customer', said[part]?.key ?? '');
    }
    if (refused.has(row)) continue;
    whole.push({ row, parts: named });
    for (const part of ['device', 'user'] as const) {
      const [entity, fields] = [named[part], said[part]];
      if (!entity || !fields) continue;
      entity.customer ??= customer;
      takeIn(work, row, entity, fields);
    }
  }
  return { whole, entities: [...entities.values()] };
}

/** Puts what a row says to what is known of it. */
function takeIn({ sheet, known, found }: Work, row: number, entity: Entity, { fields }: PartFields): void {
  if (typeof fields.groupId === 'string') entity.groupId ??= known.groupId(fields.groupId);
  for (const [path, value] of Object.entries(fields)) {
    const first = entity.fields[path];
    if (first === undefined) entity.fields[path] = value;
    else if (first !== value && path !== keyPaths[entity.part]) {
      const column = `${entity.part}.${path.slice(path.lastIndexOf('.') + 1)}`;
      found.warning({ ...placeOf(sheet.places, row, column, String(value)), code: 'differs-above' });
    }
  }
}

/** Refuses the rows of who is incomplete, may not be changed, or goes beyond what the caller may register. */
async function judge({ parts, caller, known, updates, refused, refuse }: Work, whole: readonly NamedRow[]) {
  const room = {
    device: await parts.devices.capacity(caller, parts.kysely),
    user: await parts.users.capacity(parts.kysely, caller),
  };
  const refusedField = await parts.users.refusals(parts.kysely, caller);
  const looked = new Map<Entity, Fault>();
  const full = new Set<ImportPart>();
  for (const [index, { row, parts: named }] of whole.entries()) {
    if (index % rowsPerTurn === 0) await setImmediate();
    for (const part of kinds) {
      const entity = named[part];
      if (!entity) continue;
      if (!looked.has(entity)) {
        settleAct(entity, updates, known);
        looked.set(entity, faultOf(refusedField, caller, known, entity));
      }
      const fault = looked.get(entity);
      if (fault) refuse(row, ...fault);
    }
    const isNew = (part: ImportPart) => named[part]?.act === 'create' && named[part].from === undefined;
    for (const part of ['device', 'user'] as const) {
      if (refused.has(row) || !isNew(part) || room[part] > 0) continue;
      const limit = part === 'device' ? caller.user.device_limit : caller.user.user_limit;
      // the first row beyond it is told
      if (full.has(part)) refused.set(row, `${part}-limit`);
      else refuse(row, null, `${part}-limit`, String(limit));
      full.add(part);
    }
    if (refused.has(row)) continue;
    for (const part of kinds) {
      if (part !== 'customer' && isNew(part)) room[part] -= 1;
      const entity = named[part];
      if (entity) entity.from ??= row;
    }
  }
}

function linksOf(coming: readonly NamedRow[]): readonly (readonly [Entity, Entity])[] {
  const links = new Map<Entity, Set<Entity>>();
  for (const {
    parts: { user, device },
  } of coming) {
    if (user && device) links.set(user, (links.get(user) ?? new Set()).add(device));
  }
  return [...links].flatMap(([user, devices]) => [...devices].map((device) => [user, device] as const));
}

function settleAct(entity: Entity, updates: boolean, known: Known): void {
  if (entity.id === undefined) return;
  if (updates) entity.act = 'update';
  else {
    const isOf = entity.part !== 'customer' && known.customerOf(entity.part, entity.id);
    entity.act = entity.part !== 'customer' && entity.customer && isOf === undefined ? 'link' : 'keep';
  }
}

/** What hinders this one, whatever its row. */
function faultOf(refusedField: RefusedField, caller: Caller, known: Known, entity: Entity): Fault {
  const { part, act, fields, id } = entity;
  if (act === 'create') {
    for (const { path, part: of, requiredOfNew } of nounColumns.base.columns) {
      if (of === part && requiredOfNew && fields[path] === undefined)
        return [`${part}.${path}`, 'required', ''];
    }
    if (part === 'customer' && !caller.administrator && entity.groupId === undefined)
      return ['customer.groupId', 'group-required', ''];
  }
  if (part !== 'user') return undefined;
  const email = String(fields.email ?? '');
  const before = known.people.get(email.toLowerCase());
  const isOwn = id === caller.userId;
  const isAbove = before?.administrator === true && (!caller.administrator || act !== 'keep');
  // an administrator, and what one has oneself, is changed by hand alone
  if (isAbove || (isOwn && (act !== 'keep' || !caller.administrator)))
    return ['user.email', 'not-changeable', email];
  if (act === 'keep') return undefined;
  const { email: _key, ...change } = act === 'link' ? { email } : inputOf(fields);
  const field = refusedField(before, change);
  return field === undefined ? undefined : [`user.${field}`, 'protected', email];
}

function planRows(
  { rows }: ReadSheet,
  whole: readonly { readonly row: number; readonly parts: Parts }[],
  refused: ReadonlyMap<number, ImportErrorCode>,
): ImportPlanRow[] {
  const named = new Map(whole.map(({ row, parts }) => [row, parts]));
  return rows.map(({ row, parts: said }) => {
    const why = refused.get(row) ?? null;
    const of = (part: ImportPart) => {
      const fields = said?.[part];
      if (!fields) return null;
      const entity = named.get(row)?.[part];
      const shown = String(fields.fields.name ?? entity?.fields.name ?? fields.key ?? '').slice(0, 100);
      if (why !== null || !entity) return { name: shown, act: 'skip' as const };
      return { name: shown, act: entity.from === row ? entity.act : ('again' as const) };
    };
    return { row, customer: of('customer'), device: of('device'), user: of('user'), why };
  });
}

function countOf(come: readonly Entity[], act: ImportAct) {
  const count = (part: ImportPart) => come.filter((one) => one.part === part && one.act === act).length;
  return { customers: count('customer'), devices: count('device'), users: count('user') };
}
