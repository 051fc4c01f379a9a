/** The API's description (OpenAPI 3.1) as a page to read: every route by noun, every schema, every error code. */
import { errorStatus } from '@atalaia/contract/errors';
import { type Html, html } from './html.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { fieldRows, schemaText } from './schema-text.ts';

/** The look of the page: one column to read, the nouns beside it, light or dark as the system is. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#dfe4ea, #2c333b); --soft: light-dark(#f3f5f8, #171b20);
  --quiet: light-dark(#57606a, #9aa4ae); --link: light-dark(#0b6ea3, #6cc0ee); }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.5 Inter, system-ui, sans-serif; background: light-dark(#fff, #101418);
  color: light-dark(#1c2329, #e6eaee); display: grid; grid-template-columns: 220px minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 16px; background: var(--soft);
  border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 8px 0; padding: 0; }
nav a { display: block; padding: 2px 0; }
main { max-width: 980px; padding: 16px 32px 64px; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 40px 0 8px; } h3 { font-size: 14px; margin: 0; }
h4 { font-size: 12.5px; margin: 12px 0 4px; color: var(--quiet); }
a { color: var(--link); } code { font: 12.5px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; }
summary { padding: 8px 12px; cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
summary:hover { background: var(--soft); } details > div { padding: 0 12px 12px; }
.method { font: 600 12.5px ui-monospace, monospace; min-width: 56px; } .quiet { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
  padding: 4px 8px 4px 0; border-top: 1px solid var(--line); font-weight: 400; } tr > th { width: 30%; }
@media (max-width: 720px) { body { display: block; } nav { position: static; height: auto; } main { padding: 16px; } }
`;

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
  readonly security?: readonly object[];
}

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The whole page; its one style element carries the nonce. */
export function docsPage({ info, paths, components }: ApiDescription, nonce: string): string {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const nouns = [...Map.groupBy(routes, ({ operation }) => operation.tags?.[0] ?? 'other')].toSorted(
    ([a], [b]) => a.localeCompare(b),
  );
  const schemas = Object.entries(components.schemas);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title><style nonce="${nonce}">${{ markup: style }}</style></head><body>
<nav aria-label="Contents"><strong>${info.title} API</strong>
<ul>${nouns.map(([noun]) => html`<li><a href="#${anchorOf(noun)}">${noun}</a></li>`)}</ul>
<ul><li><a href="#schemas">Schemas</a></li><li><a href="#errors">Error codes</a></li></ul></nav>
<main><h1>${info.title} API ${info.version}</h1>
<p>Addresses begin with the server’s own. Whoever asks says who he is by <code>Authorization: Bearer</code>, by Basic, or by
the cookie of <code>POST /api/session</code>. Unknown parameters and fields are passed over. The same as
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${nouns.map(([noun, of]) => html`<section aria-labelledby="${anchorOf(noun)}"><h2 id="${anchorOf(noun)}">${noun}</h2>${of.map(routeOf)}</section>`)}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${schemas.map(([name, schema]) => schemaOf(name, schema))}</section>
<section aria-labelledby="errors"><h2 id="errors">Error codes</h2>
<p>Every refusal has the body <a href="#schema-ErrorBody">ErrorBody</a>; <code>code</code> is one of these.</p>
<table>${Object.entries(errorStatus).map(([code, status]) => html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td></tr>`)}</table></section>
</main></body></html>`.markup;
}

function anchorOf(noun: string): string {
  return `noun-${noun.replaceAll('/', '-')}`;
}

function routeOf({ method, path, operation }: Route): Html {
  const { parameters, requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      html`<tr><th scope="row"><code>${name}</code>${required ? '' : ' ?'} <span class="quiet">${place}</span></th><td>${schemaText(schema)}</td></tr>`,
  );
  const answers = Object.entries(responses).map(
    ([status, { description, content }]) =>
      html`<tr><th scope="row">${status}</th><td>${description} ${contentOf(content)}</td></tr>`,
  );
  return html`<details><summary><span class="method">${method}</span> <h3><code>${path}</code></h3>
<span>${operation.summary ?? ''}</span>${operation.security ? '' : html` <span class="quiet">for anybody</span>`}</summary><div>
${rows.length ? html`<h4>Parameters</h4><table>${rows}</table>` : undefined}
${requestBody ? html`<h4>Body</h4><p>${contentOf(requestBody.content)}</p>` : undefined}
<h4>Answers</h4><table>${answers}</table></div></details>`;
}

function contentOf(content: Content['content'] = {}): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`${schemaText(schema)} <span class="quiet">${type}</span> `,
  )}`;
}

function schemaOf(name: string, schema: JsonSchema): Html {
  const rows = fieldRows(schema);
  const text = rows.length ? html`<table>${rows}</table>` : html`<p>${schemaText(schema)}</p>`;
  return html`<details id="schema-${name}"><summary><h3>${name}</h3></summary><div>${text}</div></details>`;
}
