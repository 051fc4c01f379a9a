/** What a postal code's address does to a form: it fills what is empty, and what differs is asked about first (CUS-01). */
import { foldText } from '@atalaia/domain/units/search-text';

export const addressFields = ['street', 'neighborhood', 'city', 'state'] as const;

export type AddressField = (typeof addressFields)[number];

/** A code of a whole town has no street. */
export type Address = Readonly<Record<AddressField, string>>;

export interface Filling {
  /** Fields that are empty and get what was found. */
  readonly fills: Partial<Address>;
  /** Something else is written in some field. */
  readonly differs: boolean;
}

/** Case and accents apart: who wrote "Sao Paulo" meant São Paulo. */
export function fillingOf(found: Address, typed: Address): Filling {
  const known = addressFields.filter((field) => found[field].trim() !== '');
  const isEmpty = (field: AddressField) => typed[field].trim() === '';
  return {
    fills: Object.fromEntries(known.filter(isEmpty).map((field) => [field, found[field]])),
    differs: known.some(
      (field) => !isEmpty(field) && foldText(typed[field].trim()) !== foldText(found[field].trim()),
    ),
  };
}

/** As one line: `Rua Padre Valdevino, Centro, Fortaleza, CE`. */
export function addressLine(address: Address): string {
  return addressFields
    .map((field) => address[field].trim())
    .filter(Boolean)
    .join(', ');
}
