import type { AuditNoun } from '@atalaia/contract/accounts/audit-line';
import type { Permission } from '@atalaia/contract/accounts/permission';
import type { Kysely, RawBuilder } from 'kysely';
import type { RuleKind } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { LabelledFields } from '../../queries/labelled-keys.ts';
import type { SortColumn } from '../../queries/sorting.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { LinkedKind } from '../../visibility/ways.ts';

/** What differs between geofences, drivers, calendars… : everything else about them is one mechanism. */
export interface LinkedNoun<Input extends object, Creating = object> {
  /** As audit and messages name it. */
  readonly noun: AuditNoun;
  readonly kind: LinkedKind;
  /** The columns of its row `l` as the contract describes it: `l.id, l.name, …`. */
  readonly presented: RawBuilder<unknown>;
  /** Lists are sorted by it, and the audit names the row by it. */
  readonly nameColumn: string;
  /** What its list is sorted by when that is requested, by the words of its query. */
  readonly sortColumns: Readonly<Record<string, SortColumn>>;
  /** Columns of `l` that a keyword is looked for in, and other texts of it. */
  readonly searchedColumns: readonly (string | RawBuilder<unknown>)[];
  /** What a keyword finds by the labels that people read. */
  readonly searchedWords?: readonly LabelledFields[];
  /** Whose rules change with it. */
  readonly ruleKinds: readonly RuleKind[];
  /** The columns an input refers to; undefined ones stay as they are. Throws a refusal of what is wrong by itself. */
  columnsOf(input: Input): Readonly<Record<string, unknown>>;
  /** Throws what is wrong in the light of others; `before` is the row as it is now. */
  check?(within: Kysely<Schema>, caller: Caller, input: Input, before: LinkedRow | undefined): Promise<void>;
  /** Links that come into being with it, by what the address of its creation says. */
  linksOf?(id: number, creating: Creating): readonly Permission[];
  /** Objects written at once; 500 unless its objects are large. */
  readonly idsPerPiece?: number;
}

export type LinkedRow = Readonly<Record<string, unknown>>;
