/** The settings of a service that is reached by one HTTP call written as a template: SMS and push. */
import { z } from 'zod';
import { ConfigError } from '../../errors/config-error.ts';

export interface HttpTemplate {
  /** http or https, with placeholders `{name}`. */
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** With placeholders; not sent with GET. */
  readonly body: string;
}

const methods = ['GET', 'POST', 'PUT'] as const;

export function templateUrl(description: string) {
  return z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http or https address')
    .optional()
    .meta({ default: 'not set up', description });
}

export function templateMethod(service: string) {
  return z
    .enum(methods, { error: `must be one of ${methods.join(', ')}` })
    .default('POST')
    .meta({ description: `how the ${service} service is called: ${methods.join(', ')}` });
}

export function templateHeaders(service: string) {
  return z
    .string()
    .transform((text, context): Readonly<Record<string, string>> => {
      const parsed = headersSchema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      context.addIssue('must be a JSON object of header names and texts');
      return z.NEVER;
    })
    .optional()
    .meta({
      default: 'none',
      description: `headers of the call to the ${service} service as a JSON object: its key, a content type`,
    });
}

export function templateBody(service: string, body: string, placeholders: string) {
  return z
    .string()
    .default(body)
    .meta({
      description: `body of the call to the ${service} service: JSON, or a form; ${placeholders} stand for the message`,
    });
}

const headersSchema = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The template of a service whose address is set. Throws a `ConfigError` when a placeholder is missing in it. */
export function httpTemplate(
  name: string,
  template: Omit<HttpTemplate, 'url' | 'headers'> & {
    readonly url: string | undefined;
    readonly headers: HttpTemplate['headers'] | undefined;
  },
  placeholders: readonly string[],
): HttpTemplate | undefined {
  const { url, method, headers = {}, body } = template;
  if (url === undefined) return undefined;
  const text = method === 'GET' ? url : url + body;
  const missing = placeholders.find((placeholder) => !text.includes(placeholder));
  if (missing) throw new ConfigError(`${name}_URL or ${name}_BODY must hold ${missing}`);
  return { url, method, headers, body };
}
