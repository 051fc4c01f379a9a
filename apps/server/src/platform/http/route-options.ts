import type { FastifyContextConfig, preHandlerHookHandler } from 'fastify';
import { z } from 'zod';
import type { Access } from './route-access.ts';

/** What a route takes and answers. */
interface RouteShape {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  /** Bytes. */
  readonly bodyLimit?: number;
  /** `null` where the handler returns nothing: 204; by status where there are several. Absent where it sends no JSON. */
  readonly answer?: z.ZodType | Answers | null;
}

type Answers = Readonly<Record<number, z.ZodType>>;

type ResponseOf<T extends RouteShape> = T extends { readonly answer: infer Answer }
  ? {
      readonly response: Answer extends z.ZodType
        ? { readonly 200: Answer }
        : Answer extends Answers
          ? Answer
          : { readonly 204: z.ZodNull };
    }
  : object;

type SchemaOf<T extends RouteShape> = Omit<T, 'answer' | 'bodyLimit'> &
  ResponseOf<T> & { readonly summary: string; readonly tags: readonly string[] };

interface RouteOptions<T extends RouteShape> {
  readonly config: FastifyContextConfig;
  readonly schema: SchemaOf<T>;
  readonly bodyLimit?: number;
  readonly preHandler?: preHandlerHookHandler;
}

/**
 * Makes the options of routes that the API's description lists under `tag`: who may call a route (or its whole
 * `config`), what it does, what it takes and answers.
 */
export function routeOptions(tag: string) {
  return <T extends RouteShape = object>(
    config: Access | FastifyContextConfig,
    summary: string,
    shape?: T,
  ): RouteOptions<T> => {
    const { answer, bodyLimit, ...takes }: RouteShape = shape ?? {};
    const response = answer === undefined ? {} : { response: answersOf(answer) };
    return {
      config: typeof config === 'string' ? { access: config } : config,
      schema: { summary, tags: [tag], ...takes, ...response } as unknown as SchemaOf<T>,
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(answer === null && { preHandler: answerNothing }),
    };
  };
}

function answersOf(answer: z.ZodType | Answers | null): Answers {
  if (answer === null) return { 204: z.null() };
  return answer instanceof z.ZodType ? { 200: answer } : answer;
}

const answerNothing: preHandlerHookHandler = (_request, reply, done) => {
  reply.code(204);
  done();
};
