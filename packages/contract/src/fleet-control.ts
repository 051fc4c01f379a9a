/** Entities of the fleet-control provider, in its own Portuguese words (FLT-01). Answers keep what they do not name. */
import { z } from 'zod';

const text = z.string().nullish();
const number = z.number().nullish();
/** Numbers that come as text too: `80`, `12km/L`. */
const measure = z.union([z.string(), z.number()]).nullish();

/** tipoPessoa: 1 natural person, 2 company, 3 foreign, 4 rural. */
export const clienteSchema = z.looseObject({
  id: z.number(),
  pessoa: text,
  rg: text,
  cnpJ_CPF: text,
  im: text,
  ie: text,
  nome: text,
  nomeFantasia: text,
  codigoCliente: z.union([z.string(), z.number()]).nullish(),
  situacaoClienteId: number,
  tipoPessoa: number,
  dataCadastro: text,
  enderecoPrincipal: z
    .looseObject({
      cep: text,
      codigoIBGE: z.union([z.string(), z.number()]).nullish(),
      endereco: text,
      numero: text,
      bairro: text,
      complemento: text,
      cidade: text,
      uf: text,
      cidadeEstrangeiroId: number,
    })
    .nullish(),
  contatoPrincipal: z
    .looseObject({
      email: text,
      telefones: z.array(z.looseObject({ ddd: text, ddi: text, telefone: text })).nullish(),
    })
    .nullish(),
});

/** consumo: kilometres a litre; limiteVelocidade: km/h; odometro: km. */
export const veiculoSchema = z.looseObject({
  id: z.number(),
  veiculo: text,
  placa: text,
  cor: text,
  ano: z.union([z.string(), z.number()]).nullish(),
  numeroChassi: text,
  modelo: text,
  combustivel: text,
  consumo: measure,
  limiteVelocidade: measure,
  odometro: measure,
  tipo: text,
  marca: text,
  clienteId: number,
});

export const rastreadorSchema = z.looseObject({
  id: z.number(),
  modeloEquipamentoId: number,
  modeloEquipamento: text,
  /** The tracker's own id, the device's uniqueId here. */
  equipamento: text,
  simCardId: number,
  numeroChip: text,
  numeroLinha: text,
  veiculoId: number,
  placa: text,
  veiculo: text,
});

export const simCardSchema = z.looseObject({
  id: z.number(),
  /** ICCID. */
  numeroChip: text,
  numeroLinha: text,
  operadoraId: number,
});

/** What a client's `situacaoClienteId` names, and an operator of SIM cards. */
export const descricaoSchema = z.looseObject({ id: z.number(), descricao: text });

export type ClienteData = z.infer<typeof clienteSchema>;
export type VeiculoData = z.infer<typeof veiculoSchema>;
export type RastreadorData = z.infer<typeof rastreadorSchema>;
export type SimCardData = z.infer<typeof simCardSchema>;
export type DescricaoData = z.infer<typeof descricaoSchema>;

/**
 * The four classes that the provider's writes take: whoever hands anything else over is refused by these very words.
 */
export class Cliente {
  readonly data: Partial<ClienteData>;
  constructor(data: Partial<ClienteData>) {
    this.data = data;
  }
}

export class Veiculo {
  readonly data: Partial<VeiculoData>;
  constructor(data: Partial<VeiculoData>) {
    this.data = data;
  }
}

export class Rastreador {
  readonly data: Partial<RastreadorData>;
  constructor(data: Partial<RastreadorData>) {
    this.data = data;
  }
}

export class SIMCard {
  readonly data: Partial<SimCardData>;
  constructor(data: Partial<SimCardData>) {
    this.data = data;
  }
}

/** Throws the provider library's own refusal for what is no instance. */
export function requireInstance<Entity>(kind: new (...data: never[]) => Entity, given: unknown): Entity {
  if (given instanceof kind) return given;
  throw new TypeError(`Must to be a ${kind.name} Instance`);
}
