import type { Category } from '@atalaia/domain/catalog/categories';
import type { MachineKind } from '../vehicle/machine.ts';

/** Whose work a vehicle does in the demonstration company. */
export type Trade = 'haulage' | 'delivery' | 'rental' | 'private';

export interface Model {
  readonly manufacturer: string;
  readonly name: string;
  readonly category: Category;
  readonly trade: Trade;
  readonly fuelType: string;
  readonly kind: MachineKind;
}

const heavy: MachineKind = { nominalVolts: 24, tankLitres: 600, kilometresPerLitre: 2.3 };
const medium: MachineKind = { nominalVolts: 24, tankLitres: 275, kilometresPerLitre: 4.2 };
const van: MachineKind = { nominalVolts: 12, tankLitres: 90, kilometresPerLitre: 8.5 };
const light: MachineKind = { nominalVolts: 12, tankLitres: 50, kilometresPerLitre: 11.5 };
const motorcycle: MachineKind = { nominalVolts: 12, tankLitres: 16, kilometresPerLitre: 38 };

function model(
  trade: Trade,
  category: Category,
  manufacturer: string,
  name: string,
  kind: MachineKind,
): Model {
  const fuelType = kind === light || kind === motorcycle ? 'Flex' : 'Diesel S10';
  return { manufacturer, name, category, trade, fuelType, kind };
}

/** Vehicles that one meets on Brazilian roads; a fleet is drawn from them in this order. */
export const models: readonly Model[] = Object.freeze([
  model('haulage', 'semiTrailer', 'Volvo', 'FH 540', heavy),
  model('delivery', 'van', 'Fiat', 'Ducato', van),
  model('rental', 'car', 'Chevrolet', 'Onix', light),
  model('haulage', 'semiTrailer', 'Scania', 'R 450', heavy),
  model('delivery', 'boxTruck', 'Mercedes-Benz', 'Accelo 1016', medium),
  model('rental', 'suv', 'Jeep', 'Compass', light),
  model('haulage', 'truck', 'Volkswagen', 'Constellation 24.280', medium),
  model('delivery', 'pickup', 'Fiat', 'Strada', light),
  model('rental', 'car', 'Volkswagen', 'Polo', light),
  model('haulage', 'tankTruck', 'Mercedes-Benz', 'Axor 2544', heavy),
  model('delivery', 'van', 'Renault', 'Master', van),
  model('rental', 'pickup', 'Toyota', 'Hilux', van),
  model('haulage', 'semiTrailer', 'DAF', 'XF 530', heavy),
  model('delivery', 'motorcycle', 'Honda', 'CG 160 Cargo', motorcycle),
  model('rental', 'car', 'Hyundai', 'HB20', light),
  model('haulage', 'refrigeratedTruck', 'Volkswagen', 'Delivery 11.180', medium),
  model('delivery', 'van', 'Mercedes-Benz', 'Sprinter 416', van),
  model('rental', 'taxi', 'Toyota', 'Corolla', light),
  model('haulage', 'dumpTruck', 'Scania', 'P 360', heavy),
  model('delivery', 'boxTruck', 'Iveco', 'Tector 170E', medium),
  model('rental', 'minibus', 'Marcopolo', 'Volare W9', medium),
  model('haulage', 'mixerTruck', 'Mercedes-Benz', 'Atego 2730', heavy),
  model('delivery', 'pickup', 'Volkswagen', 'Saveiro', light),
  model('rental', 'suv', 'Hyundai', 'Creta', light),
  model('haulage', 'towTruck', 'Ford', 'Cargo 1119', medium),
  model('delivery', 'motorcycle', 'Yamaha', 'Factor 150', motorcycle),
  model('rental', 'bus', 'Mercedes-Benz', 'O 500 RS', heavy),
]);

/** What a private person drives. */
export const privateModels: readonly Model[] = Object.freeze([
  model('private', 'car', 'Fiat', 'Argo', light),
  model('private', 'motorcycle', 'Yamaha', 'Fazer 250', motorcycle),
  model('private', 'suv', 'Jeep', 'Renegade', light),
]);

export const colours = Object.freeze([
  'Branco',
  'Prata',
  'Preto',
  'Cinza',
  'Vermelho',
  'Azul',
  'Amarelo',
] as const);

export const driverNames = Object.freeze([
  'Adriana Siqueira',
  'Alexandre Pires',
  'Beatriz Falcão',
  'Bruno Tavares',
  'Carla Menezes',
  'Cícero Nogueira',
  'Daniela Prado',
  'Diego Amaral',
  'Edson Batista',
  'Elaine Rocha',
  'Fábio Guimarães',
  'Fernanda Lemos',
  'Gilberto Aguiar',
  'Helena Duarte',
  'Igor Peixoto',
  'Ivone Sales',
  'João Batista Reis',
  'Jorge Valente',
  'Karina Bastos',
  'Leandro Fonseca',
  'Lúcia Barreto',
  'Marcelo Queiroz',
  'Márcia Teles',
  'Nilson Cordeiro',
  'Otávio Brandão',
  'Patrícia Lobo',
  'Paulo Sérgio Maia',
  'Raimundo Freitas',
  'Renata Coelho',
  'Sandro Vilela',
  'Tatiane Moura',
  'Wagner Paiva',
] as const);
