/** A list of one noun as data: where it comes from and what its columns show. Lists differ in nothing else. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Formats } from '../../lib/formats/formats.ts';
import type { Text, TextKey, TextsState } from '../../lib/texts/texts.ts';

/** What a cell needs to speak to a person. */
export interface RegisterWords {
  readonly text: Text;
  readonly textOr: TextsState['textOr'];
  readonly formats: Formats;
}

export interface RegisterColumn<Row> {
  readonly key: string;
  readonly title: TextKey;
  readonly cell: (row: Row, words: RegisterWords) => ReactNode;
  readonly muted?: boolean;
}

export interface Register<Row extends { readonly id: number }> {
  readonly title: TextKey;
  /** Below the API's root. */
  readonly path: string;
  /** Of every call, beside search and page. */
  readonly query?: Readonly<Record<string, string>>;
  readonly schema: z.ZodType<Row>;
  /** The first one names the row. */
  readonly columns: readonly RegisterColumn<Row>[];
  /** The device a row stands for, where it stands for one. */
  readonly deviceOf?: (row: Row) => number;
}
