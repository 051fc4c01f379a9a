import { isCustomerDocument } from '@atalaia/domain/documents/customer-document';

export interface CustomerDocument {
  /** As it is stored: letters and digits. */
  readonly bare: string;
  /** Whether its check digits do. */
  readonly agrees: boolean;
}

/**
 * The document of a row, whose type it settles where the row does not say one: eleven digits are a person's, fourteen
 * places a company's. Undefined where there is none.
 */
export function readCustomerDocument(fields: Record<string, unknown>): CustomerDocument | undefined {
  const { cpfCnpj } = fields;
  if (typeof cpfCnpj !== 'string') return undefined;
  const bare = cpfCnpj.replaceAll(/[^a-z\d]/gi, '').toUpperCase();
  fields.type ??= bare.length > 11 ? 'J' : 'F';
  return { bare, agrees: isCustomerDocument(cpfCnpj, fields.type === 'J' ? 'J' : 'F') };
}
