import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import { fieldRefusal } from '../../errors/app-error.ts';
import { customerColumns } from './customers-presenter.ts';

/** The columns an input speaks of. Throws `invalid-input` for a document without a digit. */
export function rowOf(input: CustomerInput) {
  const values = customerColumns(input);
  if (values.cpf_cnpj === '') {
    throw fieldRefusal('invalid-input', { path: 'cpfCnpj', message: 'holds no digit' });
  }
  return { ...values, name: input.name, cpf_cnpj: values.cpf_cnpj ?? '' };
}
