/** What the frame must say of nouns that it does not know: what may be linked, and what hangs on a row. */
import type { Linkable, LinkableKind } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import type { Dependent } from '@atalaia/contract/dependents';
import { createContext, use } from 'react';
import type { Person } from '../lib/session/session-store.ts';
import type { CellTexts } from './resource.ts';

/** The row whose links are shown; a user's says if he is an administrator. */
export interface LinkOwnerRow {
  readonly id: number;
  readonly administrator?: boolean;
}

export interface LinkOrigin {
  readonly icon: string;
  readonly label: string;
}

type Labels = Pick<CellTexts, 'text' | 'textOr'>;

export interface NounTexts {
  nameOf(kind: LinkableKind, row: Linkable, labels: Labels): string;
  /** What distinguishes it from another of the same name; '' for nothing. Undefined where no row of the kind has it. */
  readonly detailOf: (kind: LinkableKind) => ((row: Linkable, labels: Labels) => string) | undefined;
  /** From where an owner has it without a link of its own. */
  originOf(row: Linkable, labels: Pick<Labels, 'text'>): LinkOrigin | undefined;
  /** Whether the person may switch these links; the server decides anyhow. */
  mayLink(person: Person, owner: PermissionOwner, row: LinkOwnerRow, kind: LinkableKind): boolean;
  /** "20 devices" */
  countOf(dependent: Dependent, labels: Pick<CellTexts, 'text' | 'formats'>): string;
  /** "Gol, Onix and 18 more"; '' where there are no names. */
  namesOf(dependent: Dependent, labels: Labels): string;
}

/** `app` gives its table of nouns. */
export const NounTextsContext = createContext<NounTexts | null>(null);

export function useNounTexts(): NounTexts {
  const texts = use(NounTextsContext);
  if (!texts) throw new Error('useNounTexts needs a NounTextsContext above it');
  return texts;
}
