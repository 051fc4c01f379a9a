/** Settings of the fleet-control provider; its keys are attributes of the people who use it, not settings. */
import { z } from 'zod';

const seconds = 'must be a whole number from 1 to 300';

export const fleetControlSettings = {
  FLEET_CONTROL_URL: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https address')
    .refine((text) => !/[?#]/.test(text), 'must hold neither ? nor #')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .meta({
      default: 'not set up',
      description: 'address below which the API of the fleet-control provider lies',
    }),
  FLEET_CONTROL_TIMEOUT_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, seconds)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 300, seconds)
    .default(30)
    .meta({ description: 'longest wait for one answer of that provider' }),
  FLEET_CONTROL_UPDATE_METHOD: z
    .enum(['PUT', 'POST', 'PATCH'], 'must be PUT, POST or PATCH')
    .default('PUT')
    .meta({ description: 'method by which that provider takes changes (`…/Atualizar`)' }),
  FLEET_CONTROL_LIST_METHOD: z.enum(['POST', 'GET'], 'must be POST or GET').default('POST').meta({
    description:
      'method by which it lists vehicles and trackers (`Veiculo/ObterVeiculos`, `Rastreador/ObterRastreadores`)',
  }),
};

export interface FleetControlSettings {
  /** Without a slash at its end; absent: not set up. */
  readonly url: string | undefined;
  readonly timeoutMs: number;
  readonly updateMethod: 'PUT' | 'POST' | 'PATCH';
  readonly listMethod: 'POST' | 'GET';
}

const shape = z.object(fleetControlSettings);

export function fleetControlOf(value: z.output<typeof shape>): FleetControlSettings {
  return {
    url: value.FLEET_CONTROL_URL,
    timeoutMs: value.FLEET_CONTROL_TIMEOUT_SECONDS * 1000,
    updateMethod: value.FLEET_CONTROL_UPDATE_METHOD,
    listMethod: value.FLEET_CONTROL_LIST_METHOD,
  };
}
