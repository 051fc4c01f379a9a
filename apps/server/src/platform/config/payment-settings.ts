/** Settings of the card payment and billing provider: where it is, and in what providers differ. */
import { z } from 'zod';

const isHttp = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text.replaceAll(/[{}]/g, ''));

export const paymentSettings = {
  PAYMENT_URL: z
    .string()
    .refine((text) => isHttp(text) && !/[?#]/.test(text), 'must be an http or https address without ? and #')
    .transform((text) => text.replace(/\/*$/, '/'))
    .optional()
    .meta({
      default: 'not set up',
      description:
        "root of the payment provider's API, such as `https://api.example.com/v1/`; used for people whose attributes hold `payment_provider` and `apiKeySeller`",
    }),
  PAYMENT_AUTHORIZATION: z.string().includes('{key}', 'must hold {key}').default('ApiKey {key}').meta({
    description: 'the Authorization header of its calls; `{key}` stands for the `apiKeySeller`',
  }),
  PAYMENT_UPDATE_METHOD: z
    .enum(['PUT', 'PATCH', 'POST'], { error: 'must be one of PUT, PATCH, POST' })
    .default('PUT')
    .meta({ description: 'how a customer is changed there: PUT, PATCH, POST' }),
  PAYMENT_TIMEOUT_MS: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number from 100 to 120000')
    .transform(Number)
    .refine((value) => value >= 100 && value <= 120_000, 'must be a whole number from 100 to 120000')
    .default(10_000)
    .meta({ description: 'longest wait for one answer of the payment provider; ms' }),
  PAYMENT_CUSTOMER_PAGE: z
    .string()
    .refine((text) => isHttp(text) && text.includes('{id}'), 'must be an http or https address with {id}')
    .optional()
    .meta({
      default: 'none',
      description:
        "page of a customer in the provider's own panel, which the customer form opens: `https://panel.example.com/customers/{id}`",
    }),
};

export const paymentSecrets = ['PAYMENT_URL', 'PAYMENT_AUTHORIZATION'] as const;

export interface PaymentSettings {
  readonly payments: {
    /** With a slash at its end; absent: no provider is set up. */
    readonly url: string | undefined;
    /** With `{key}`. */
    readonly authorization: string;
    readonly updateMethod: 'PUT' | 'PATCH' | 'POST';
    readonly timeoutMs: number;
    /** With `{id}`. */
    readonly customerPage: string | undefined;
  };
}

const shape = z.object(paymentSettings);

export function paymentsOf(value: z.output<typeof shape>): PaymentSettings {
  return {
    payments: {
      url: value.PAYMENT_URL,
      authorization: value.PAYMENT_AUTHORIZATION,
      updateMethod: value.PAYMENT_UPDATE_METHOD,
      timeoutMs: value.PAYMENT_TIMEOUT_MS,
      customerPage: value.PAYMENT_CUSTOMER_PAGE,
    },
  };
}
