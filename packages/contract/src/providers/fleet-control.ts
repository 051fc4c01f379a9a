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

export type ClienteData = z.infer<typeof clienteSchema>;
export type VeiculoData = z.infer<typeof veiculoSchema>;
export type RastreadorData = z.infer<typeof rastreadorSchema>;
export type SimCardData = z.infer<typeof simCardSchema>;

class Entity<Data> {
  readonly data: Partial<Data>;
  constructor(data: Partial<Data>) {
    this.data = data;
  }
}

/** The four classes that the provider's writes take: whoever hands anything else over is refused by these very words. */
export class Cliente extends Entity<ClienteData> {}
export class Veiculo extends Entity<VeiculoData> {}
export class Rastreador extends Entity<RastreadorData> {}
export class SIMCard extends Entity<SimCardData> {}

/** Throws the provider library's own refusal for what is no instance. */
export function requireInstance<Entity>(kind: new (...data: never[]) => Entity, given: unknown): Entity {
  if (given instanceof kind) return given;
  throw new TypeError(`Must to be a ${kind.name} Instance`);
}
