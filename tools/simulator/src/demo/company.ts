/** The demonstration company as data: its groups, its people, and who sees what. */
import type { UserInput } from '@atalaia/contract/accounts/user';
import type { Trade } from '../fleet/models.ts';

/** What everybody of the demonstration signs in with. */
export const demoPassword = 'demo1234';

export const administrator = 'admin@atalaia.local';

/** The group above all others. */
export const rootGroup = 'Central Atalaia';

/** A group for each trade. */
export const groupNames: Readonly<Record<Trade, string>> = {
  haulage: 'Transportes Serra Azul',
  delivery: 'Distribuidora Boa Praça',
  rental: 'Locadora Rota Certa',
  private: 'Clientes particulares',
};

/** From Belo Horizonte to Florianópolis. */
export const mapStart = Object.freeze({ latitude: -23.8, longitude: -46.2, zoom: 6 });

export interface Person {
  readonly user: UserInput;
  /** The group whose devices this person sees, with all below it; undefined for the whole company. */
  readonly sees: Trade | undefined;
}

/** Who sits at the desk, in shifts; the last one leads them. */
export const operators = (
  [
    ['Ana Ribeiro', 'ana', 'operator'],
    ['Bruno Tavares', 'bruno', 'operator'],
    ['Carla Menezes', 'carla', 'supervisor'],
  ] as const
).map(
  ([name, mailbox, deskRole]): UserInput => ({
    ...{ name, email: `${mailbox}@atalaia.local`, password: demoPassword, deskRole },
    ...{ deviceLimit: -1, userLimit: 0 },
    attributes: { profile: 'central', timezone: 'America/Sao_Paulo' },
  }),
);

export const people: readonly Person[] = [
  {
    user: {
      name: 'Central de Monitoramento',
      email: 'central@atalaia.local',
      password: demoPassword,
      deviceLimit: -1,
      userLimit: -1,
      attributes: { profile: 'central', timezone: 'America/Sao_Paulo' },
    },
    sees: undefined,
  },
  {
    user: {
      name: 'Gestor da Serra Azul',
      email: 'frota@atalaia.local',
      password: demoPassword,
      deviceReadonly: true,
      attributes: { timezone: 'America/Sao_Paulo' },
    },
    sees: 'haulage',
  },
  {
    user: {
      name: 'Marina Albuquerque',
      email: 'cliente@atalaia.local',
      password: demoPassword,
      deviceReadonly: true,
      attributes: { timezone: 'America/Sao_Paulo' },
    },
    sees: 'private',
  },
  ...operators.map((user) => ({ user, sees: undefined })),
];
