/** The form of one noun as data: its sections, its fields, what it holds and what it sends. Forms differ in nothing else. */
import type { Profile } from '@atalaia/domain/catalog/profile';
import type { Settings } from '@atalaia/domain/catalog/settings';
import type { ComponentType } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { Formats } from '../../lib/formats/formats.ts';
import type { Person, SessionStore } from '../../lib/session/session-store.ts';
import type { Text, TextKey, TextsState } from '../../lib/texts/texts.ts';

/** Who fills the form in, and in which language, units and zone. */
export interface FormContext {
  readonly text: Text;
  readonly textOr: TextsState['textOr'];
  readonly formats: Formats;
  readonly settings: Settings;
  readonly person: Person;
  readonly profile: Profile;
}

/** What a field of a noun's own is handed; it reads and writes the form through `useFormContext`. */
export interface CustomFieldProps<Row> {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** Undefined while a new one is made. */
  readonly row: Row | undefined;
  readonly readOnly: boolean;
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  /** Path of its icon. */
  readonly icon?: string;
}

/** How a field is filled in. Every value but a switch's, and a custom one's, is text, '' for nothing. */
export type FieldKind<Row> =
  | {
      readonly kind: 'text';
      readonly inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'url';
      readonly placeholder?: TextKey;
      /** What is shown of what was typed: a pattern of `typeInMask`, or a way to lay it out. */
      readonly mask?: (values: FieldValues) => string | ((typed: string) => string);
      readonly suggestions?: (context: FormContext) => readonly string[];
    }
  | {
      readonly kind: 'number';
      readonly unit?: (values: FieldValues, context: FormContext) => string;
      /** What holds while nothing is typed. */
      readonly placeholder?: TextKey;
    }
  | { readonly kind: 'long-text' }
  | { readonly kind: 'password' }
  /** `dd/MM/yyyy`, with `HH:mm` after it when `time`, in the person's zone. */
  | { readonly kind: 'date'; readonly time?: boolean }
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'select';
      readonly options: (context: FormContext) => readonly FieldOption[];
      readonly searchable?: boolean;
      /** What holds while nothing is chosen. */
      readonly placeholder?: TextKey;
    }
  /** Any number of a list; its value is an array of texts. */
  | { readonly kind: 'several'; readonly options: (context: FormContext) => readonly FieldOption[] }
  /** Another row, found by typing; its value is that row's number as text. */
  | {
      readonly kind: 'reference';
      readonly path: string;
      /** What narrows what is offered: a row is not in itself. */
      readonly query?: (row: Row | undefined) => Readonly<Record<string, string>>;
      readonly nameOf?: (row: { readonly id: number; readonly name: string }) => string;
    }
  | { readonly kind: 'colour' }
  | { readonly kind: 'custom'; readonly Field: ComponentType<CustomFieldProps<Row>> };

export type FormField<Row, Values extends FieldValues> = FieldKind<Row> & {
  readonly name: FieldPath<Values>;
  readonly label: TextKey;
  /** Marked with a star; the schema decides. */
  readonly required?: boolean;
  readonly hint?: TextKey;
  /** Takes the whole width of its section, as a long text and a field of a noun's own do unless they say no. */
  readonly wide?: boolean;
  /** Shown only then; a new one has no row. */
  readonly when?: (values: Values, context: FormContext, row?: Row) => boolean;
  /** Shown and not to be changed. */
  readonly readOnly?: (context: FormContext, row: Row | undefined) => boolean;
  /** Something is odd about it: shown beneath it, and it does not prevent saving (CUS-04). */
  readonly warning?: (values: Values, context: FormContext) => TextKey | undefined;
  /** What a value is called where two people's are compared; without it a text is shown as it is. */
  readonly valueText?: (value: unknown, context: FormContext) => string;
};

export interface FormSection<Row, Values extends FieldValues> {
  readonly title: TextKey;
  readonly fields: readonly FormField<Row, Values>[];
  /** For whom, and when, it is there at all. */
  readonly when?: (context: FormContext, row: Row | undefined) => boolean;
}

export interface FormDefinition<Row extends { readonly id: number }, Values extends FieldValues> {
  /** Above the form of a new one, and of one that is changed. */
  readonly titles: { readonly add: TextKey; readonly edit: TextKey };
  /** One that holds a map or a table takes more of the screen. */
  readonly wide?: boolean;
  readonly sections: readonly FormSection<Row, Values>[];
  /** Messages are keys of phrases; all fields are checked at once. */
  readonly schema: (context: FormContext, row: Row | undefined) => z.ZodType<Values>;
  /** What the form shows at first: of a row, or of a new one. */
  readonly valuesOf: (row: Row | undefined, context: FormContext) => Values;
  /** The body that is sent. `attributes` are replaced whole by the API: those the form does not show go along. */
  readonly inputOf: (values: Values, row: Row | undefined, context: FormContext) => object;
  /** The field a refusal of the API belongs to, when it is not the path itself or its last part. */
  readonly fieldOf?: (path: string) => FieldPath<Values> | undefined;
  /** What else it changes on this page, before the list is shown again. */
  readonly afterSave?: (saved: Row, context: FormContext, session: SessionStore) => void;
  /** What a save leads to elsewhere, before the list is shown again; what is saved here stays saved. Never throws. */
  readonly follow?: (saved: Row, context: FormContext, api: ApiClient) => Promise<Followed | undefined>;
}

/** What went wrong elsewhere after a save. */
export interface Followed {
  /** Said where the form is, or where it was. */
  readonly refusal: string;
  /** By the fields they are shown at; where there are some, the form stays open on what was saved. */
  readonly faults: ReadonlyMap<string, string>;
}
