/** Bodies made from the schemas of the API's own description, so that a route that is new is asked too. */

/** JSON Schema, as far as the description uses it. */
export interface SampleSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SampleSchema[];
  readonly oneOf?: readonly SampleSchema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, SampleSchema>>;
  readonly additionalProperties?: SampleSchema;
  readonly required?: readonly string[];
  readonly items?: SampleSchema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

export interface ApiOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: SampleSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: SampleSchema }>> };
}

export interface ApiText {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, SampleSchema>> };
}

/** Values of fields by their name, where a schema alone does not tell what would be taken. */
export type FieldSamples = Readonly<Record<string, unknown>>;

export function createSamples({ components }: Pick<ApiText, 'components'>, fields: FieldSamples) {
  let made = 0;

  /** The schema itself, a reference followed. */
  function resolved(schema: SampleSchema): SampleSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolved(components.schemas[name] ?? {});
  }

  /** The ways in which a value may be given, one schema each. */
  function variantsOf(schema: SampleSchema): readonly SampleSchema[] {
    const { anyOf, oneOf, ...own } = resolved(schema);
    return (anyOf ?? oneOf)?.flatMap(variantsOf) ?? [own];
  }

  /** The least that the schema requests; no two texts are the same. */
  function sampleOf(schema: SampleSchema, name = ''): unknown {
    const [one = {}] = variantsOf(schema);
    if (one.const !== undefined) return one.const;
    if (one.enum) return one.enum[0];
    if (name in fields) return fields[name];
    const type = [one.type].flat()[0];
    if (type === 'object') {
      const { properties = {}, required = [] } = one;
      return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {}, key)]));
    }
    if (type === 'array') return one.minItems && one.items ? [sampleOf(one.items)] : [];
    if (type === 'integer' || type === 'number') {
      return Math.max(one.minimum ?? 1, one.exclusiveMinimum === undefined ? 1 : one.exclusiveMinimum + 1);
    }
    if (type === 'string') return one.format === 'date-time' ? '2026-11-20T00:00:00Z' : `x${++made}`;
    return type === 'boolean' ? false : null;
  }

  return { resolved, variantsOf, sampleOf };
}
