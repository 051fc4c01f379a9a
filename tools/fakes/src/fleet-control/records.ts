/** What the stand-in keeps, in the provider's own words. */
export type Row = Record<string, unknown> & { id: number };

export interface ProviderRecords {
  readonly situations: Row[];
  readonly clients: Row[];
  readonly vehicles: Row[];
  readonly trackers: Row[];
  readonly simCards: Row[];
  readonly operators: Row[];
}

export const noRecords = (): ProviderRecords => ({
  situations: [
    { id: 331, descricao: 'Ativo' },
    { id: 332, descricao: 'Inativo' },
    { id: 333, descricao: 'Bloqueado' },
  ],
  clients: [],
  vehicles: [],
  trackers: [],
  simCards: [],
  operators: [
    { id: 1, descricao: 'Vivo' },
    { id: 2, descricao: 'Claro' },
    { id: 3, descricao: 'TIM' },
  ],
});

const towns = [
  ['Fortaleza', 'CE', '60311-280'],
  ['São Paulo', 'SP', '01310-100'],
  ['Recife', 'PE', '50030-230'],
] as const;
const colours = ['Branca', 'Prata', 'Preta', 'Vermelha'];
const models = [
  ['Fiorino', 'Fiat'],
  ['Strada', 'Fiat'],
  ['Onix', 'Chevrolet'],
  ['Cargo 816', 'Ford'],
] as const;

/** As many clients, each with a vehicle, its tracker and its SIM card. */
export function recordsOf(count: number, first = 1): ProviderRecords {
  const held = noRecords();
  for (let id = first; id < first + count; id += 1) {
    const [cidade, uf, cep] = towns[id % towns.length] ?? towns[0];
    const [modelo, marca] = models[id % models.length] ?? models[0];
    const letters = String.fromCharCode(
      65 + (id % 26),
      65 + (Math.floor(id / 26) % 26),
      65 + (Math.floor(id / 676) % 26),
    );
    const placa = `${letters}${id % 10}${String.fromCharCode(65 + (Math.floor(id / 17_576) % 10))}${String(id % 97).padStart(2, '0')}`;
    held.clients.push({
      id,
      pessoa: 'Juridica',
      cnpJ_CPF: cnpjOf(id),
      nome: `Transportes ${id} Ltda`,
      nomeFantasia: `Transportes ${id}`,
      codigoCliente: `C${id}`,
      situacaoClienteId: 331,
      tipoPessoa: 2,
      dataCadastro: '2024-01-15T00:00:00',
      enderecoPrincipal: {
        cep,
        codigoIBGE: 2304400,
        endereco: 'Rua das Flores',
        numero: String(id),
        bairro: 'Centro',
        complemento: '',
        cidade,
        uf,
      },
      contatoPrincipal: {
        email: `contato${id}@example.com`,
        telefones: [{ ddi: '55', ddd: '85', telefone: `9${String(id).padStart(8, '0')}` }],
      },
    });
    held.vehicles.push({
      id,
      veiculo: `${modelo} ${id}`,
      placa: `${placa}`,
      cor: colours[id % colours.length],
      ano: 2018 + (id % 8),
      numeroChassi: `9BWZZZ377VT${String(id).padStart(6, '0')}`,
      modelo,
      combustivel: 'Flex',
      consumo: '12',
      limiteVelocidade: '80',
      odometro: 1000 + id,
      tipo: 'Automóvel',
      marca,
      clienteId: id,
    });
    const numeroChip = `8955${String(id).padStart(16, '0')}`;
    const numeroLinha = `85${String(900_000_000 + id)}`;
    held.trackers.push({
      id,
      modeloEquipamentoId: 53,
      modeloEquipamento: 'ST310U',
      equipamento: `86${String(id).padStart(13, '0')}`,
      simCardId: id,
      numeroChip,
      numeroLinha,
      veiculoId: id,
      placa,
      veiculo: `${modelo} ${id}`,
    });
    held.simCards.push({ id, numeroChip, numeroLinha, operadoraId: 1 + (id % 3) });
  }
  return held;
}

/** A CNPJ whose check digits are right. */
function cnpjOf(id: number): string {
  const base = `${String(id).padStart(8, '0')}0001`;
  const digit = (digits: string) => {
    const sum = [...digits].reduceRight(
      ({ total, weight }, one) => ({
        total: total + Number(one) * weight,
        weight: weight === 9 ? 2 : weight + 1,
      }),
      { total: 0, weight: 2 },
    ).total;
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const withOne = `${base}${digit(base)}`;
  return `${withOne}${digit(withOne)}`.replace(/(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})/, '$1.$2.$3/$4-$5');
}
