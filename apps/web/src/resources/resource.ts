/** A list of one noun as data: where it comes from and what its columns show. Lists differ in nothing else. */
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import type { BulkNounWord } from '@atalaia/contract/bulk-change';
import type { DependentChoice, DependentKind } from '@atalaia/contract/dependents';
import type { ComponentType, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Formats } from '../lib/formats/formats.ts';
import type { Person } from '../lib/session/session-store.ts';
import type { Text, TextKey, TextsState } from '../lib/texts/texts.ts';
import type { GridColumn } from '../ui/table/grid-table.tsx';
import type { FormDefinition } from './form/form-definition.ts';

/** What a cell needs to speak to a person. */
export interface CellTexts {
  readonly text: Text;
  readonly textOr: TextsState['textOr'];
  readonly formats: Formats;
}

export interface ResourceColumn<Row> {
  readonly key: string;
  readonly title: TextKey;
  readonly cell: (row: Row, labels: CellTexts) => ReactNode;
  readonly muted?: boolean;
  /** What the API is asked to sort by; a column without it is not sorted. */
  readonly sort?: string;
  /** Px; what is left is shared by the columns without one. */
  readonly width?: number;
  /** It shows an icon and nothing else. */
  readonly icon?: boolean;
  /** Left out where the list is narrower than so many px. */
  readonly optional?: GridColumn<Row>['optional'];
  /** Not there until somebody chooses it. */
  readonly hidden?: boolean;
}

/** What a list is narrowed by beside its search: another row, or one of a few words. `key`: of the API's query. */
export type ListFilter = { readonly key: string; readonly label: TextKey } & (
  | { readonly path: string }
  | {
      readonly options: (
        labels: Pick<CellTexts, 'text' | 'textOr'>,
      ) => readonly { readonly value: string; readonly label: string }[];
    }
);

/** Marked rows: those of these numbers, or, without numbers, all that the list is filtered by. */
export interface BulkSelection {
  readonly ids: readonly number[] | undefined;
  readonly filter: Readonly<Record<string, string>>;
  readonly count: number;
}

export interface BulkProps {
  readonly selection: BulkSelection;
  /** What was to be done is done: nothing is marked any more. */
  readonly onDone: () => void;
}

type BulkKey<Key = TextKey> = Key extends `bulk.${infer Act}Do` ? Act : never;

/** What many rows may be given at once: another row, one of a few words, or neither; `required`: never none. */
export type BulkAct = { readonly key: BulkKey; readonly ofAdmins?: boolean } & (
  | { readonly path?: never; readonly options?: never }
  | { readonly label: TextKey; readonly path: string; readonly options?: never }
  | {
      readonly label: TextKey;
      readonly path?: never;
      readonly required?: boolean;
      readonly options: (
        labels: Pick<CellTexts, 'text' | 'textOr'>,
      ) => readonly { readonly value: string; readonly label: string }[];
    }
);

export interface Bulk {
  readonly noun: BulkNounWord;
  readonly acts: readonly BulkAct[];
  /** What else may be done with marked rows. */
  readonly More?: ComponentType<BulkProps>;
}

/** What a view beside list and form is handed. */
export interface RowViewProps<Row> {
  readonly row: Row;
  /** Back to the list. */
  readonly onDone: () => void;
}

/** A view of one row beside its form and its links, such as its history. */
export interface RowView<Row> {
  readonly key: string;
  /** Of its button: one of the source has its key, as "Odometro [F4]". */
  readonly label: TextKey;
  readonly hotkey?: 'F4';
  /** Whether it changes something, so that only those who may change see it (LIST-05). */
  readonly writes: boolean;
  /** One that holds a map or a table takes more of the screen. */
  readonly wide?: boolean;
  readonly View: ComponentType<RowViewProps<Row>>;
}

export interface ListToolProps {
  /** What the list is searched for. */
  readonly keyword: string;
  /** Rows were made or changed. */
  readonly onChanged: () => void;
}

/** What a list offers that is not about one row, as an import or a spreadsheet. */
export interface ListTool {
  readonly key: string;
  readonly writes: boolean;
  readonly render: (props: ListToolProps) => ReactNode;
}

export interface RemovalTexts {
  /** Label of the field that names the row which takes over what is moved. */
  readonly moveTo: TextKey;
  /** One for every kind and choice that the server offers. */
  readonly choices: Partial<Record<DependentKind, Partial<Record<DependentChoice, TextKey>>>>;
}

export interface Resource<Row extends { readonly id: number }, Values extends FieldValues = FieldValues> {
  readonly title: TextKey;
  /** Below the API's root. */
  readonly path: string;
  /** Of every call, beside search and page. */
  readonly query?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<Row>;
  /** The first one names the row. */
  readonly columns: readonly ResourceColumn<Row>[];
  /** Names a row to a person: in the removal's question, above its links. */
  readonly nameOf: (row: Row, labels: CellTexts) => string;
  /** Absent where a noun is not made or changed in this frame. */
  readonly form?: FormDefinition<Row, Values>;
  /** Which side of links a row is, where it has any (PERM-02). */
  readonly links?: PermissionOwner;
  readonly views?: readonly RowView<Row>[];
  /** The view that a click on a row opens; without one a click only chooses. */
  readonly rowView?: string;
  readonly tools?: readonly ListTool[];
  readonly filters?: readonly ListFilter[];
  /** What may be done with many rows at once, by who may change them. */
  readonly bulk?: Bulk;
  /** The row that one is in, 0 for none: such a list is shown as a tree. */
  readonly parentOf?: (row: Row) => number;
  /** Each user owns his rows: everyone who may write creates and changes his own. */
  readonly isOwn?: boolean;
  /** Who may change none of it although his profile would let him (LIST-05). */
  readonly lockedFor?: (person: Person) => boolean;
  /** Id of what the map shows for a row, where it shows something. */
  readonly mapIdOf?: (row: Row) => number;
  /** Whether this person is offered to remove a row. */
  readonly mayRemove?: (row: Row, person: Person) => boolean;
  /** Texts of what a removal asks; absent where nothing that hangs on a row is to be decided. */
  readonly removal?: RemovalTexts;
}
