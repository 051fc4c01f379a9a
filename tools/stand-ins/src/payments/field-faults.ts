/** What a provider finds wrong with a customer or a seller: `{ field: [messages] }`, in its own Portuguese. */

type Given = Readonly<Record<string, unknown>>;

const required = ['email', 'cpf_cnpj', 'phone_number', 'postal_code', 'street', 'number', 'city', 'state'];
const longestDescriptor = 16;

export function fieldFaults(given: Given, others: readonly Given[]): Record<string, string[]> | undefined {
  const faults: Record<string, string[]> = {};
  const say = (field: string, message: string) => {
    faults[field] = [...(faults[field] ?? []), message];
  };
  for (const field of required) if (!textOf(given[field])) say(field, 'Este campo é obrigatório.');
  if (textOf(given.email) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(given.email))) {
    say('email', 'Informe um e-mail válido.');
  }
  if (textOf(given.phone_number) && !/^\d{10,11}$/.test(textOf(given.phone_number))) {
    say('phone_number', 'O telefone deve ter DDD e 8 ou 9 dígitos.');
  }
  if (textOf(given.postal_code) && !/^\d{8}$/.test(textOf(given.postal_code))) {
    say('postal_code', 'O CEP deve ter 8 dígitos.');
  }
  const taken = others.some((other) => textOf(other.cpf_cnpj) === textOf(given.cpf_cnpj));
  if (taken) say('cpf_cnpj', 'Já existe um cliente com este CPF/CNPJ.');
  if (textOf(given.statement_descriptor).length > longestDescriptor) {
    say('statement_descriptor', `No máximo ${longestDescriptor} caracteres.`);
  }
  return Object.keys(faults).length > 0 ? faults : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
