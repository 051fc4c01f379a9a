import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { circlesOf } from './circles.ts';
import { type Import, importsOf } from './imports.ts';
import type { Layer } from './layer.ts';
import { layerOf, nounOf } from './layers.ts';
import { longFunctionsIn, mostFunctionLines } from './long-functions.ts';
import { createResolve } from './resolve.ts';
import { isTest, sourceFiles } from './source-files.ts';
import { sizeBreachesIn } from './tree-size.ts';
import { workspaceOf } from './workspaces.ts';

/** A file may be longer only with its reason on one of its first lines. */
const mostLines = 400;
const reason = /^\s*(?:\/\/|\*|\/\*\*?) over 400 lines: \S/m;

/** Every breach of the rules in the repository at `root`, one line each; empty when all is well. */
export function breachesIn(root: string): string[] {
  const resolve = createResolve(root);
  const breaches: string[] = [];
  const graph = new Map<string, string[]>();
  const files = sourceFiles(root);
  for (const from of files) {
    const text = readFileSync(join(root, from), 'utf8');
    if (isTooLong(from, text)) breaches.push(`${from} has over ${mostLines} lines and gives no reason`);
    for (const { name, line } of isTest(from) ? [] : longFunctionsIn(from, text))
      breaches.push(`${from}:${line} ${name} has over ${mostFunctionLines} lines: split it by its state`);
    const layer = layerOf(from);
    if (layer === undefined)
      breaches.push(`${from} lies in no layer: put it where it belongs, or add one to layers.ts`);
    if (layer && from.startsWith('apps/server/src/') && !isTest(from) && !layer.sql?.test(from)) {
      for (const line of linesOfSql(text))
        breaches.push(`${from}:${line} holds SQL, which ${layer.name} may not`);
    }
    if (layer?.mayNotName && !isTest(from)) {
      for (const { line, noun } of nounsNamed(from, text, layer.mayNotName))
        breaches.push(`${from}:${line} names ${noun}, which ${layer.name} may not`);
    }
    const targets: string[] = [];
    for (const found of importsOf(from, text)) {
      const target = resolve(from, found.specifier);
      const say = (what: string) => breaches.push(`${from}:${found.line} ${what}`);
      if (target.kind === 'nowhere') say(`imports ${found.specifier}, which does not exist`);
      if (target.kind === 'package' && layer) {
        const objection = objectionToPackage(from, layer, target.name);
        if (objection) say(objection);
      }
      if (target.kind === 'file') {
        targets.push(target.path);
        const objection = objectionToFile(from, layer, found, target.path);
        if (objection) say(objection);
      }
    }
    graph.set(from, targets);
  }
  const circles = circlesOf(graph).map((way) => `circle: ${way.join(' → ')}`);
  return [...breaches, ...circles, ...sizeBreachesIn(files)];
}

/** Where a statement begins: a `sql` template, a builder of kysely, a query of the driver. */
const sqlStart =
  /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|query(?:<[^(]*>)?)\(/;

/** Lines, counted from 1, on which a file builds or runs a statement. */
function linesOfSql(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (sqlStart.test(line) ? [index + 1] : []));
}

/** Where code names a noun: alone, in the plural, or as a part of `aCamelCaseName` or `a-file.ts`. */
function nounsNamed(path: string, text: string, nouns: readonly string[]) {
  const comments = parseSync(path, text).comments;
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  }
  const names = nouns.flatMap((noun) => [noun, noun.replace(/y$/, 'ie')]).join('|');
  const word = new RegExp(`(?:(?<![A-Za-z])(?:${names})|(?<=[a-z])(?:${capitals(names)}))s?(?![a-z])`, 'g');
  return code
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(word)].map(([noun]) => ({ line: index + 1, noun })));
}

/** The same words as they are inside a camelCase name. */
const capitals = (names: string) => names.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

function isTooLong(path: string, text: string): boolean {
  const lines = text.split('\n');
  return !isTest(path) && lines.length - 1 > mostLines && !reason.test(lines.slice(0, 10).join('\n'));
}

function objectionToPackage(from: string, layer: Layer, name: string): string | undefined {
  if (isTest(from) || layer.packages === 'any' || layer.packages.includes(name)) return undefined;
  return `imports the package ${name}, which ${layer.name} may not`;
}

function objectionToFile(
  from: string,
  layer: Layer | undefined,
  found: Import,
  to: string,
): string | undefined {
  const [source, target] = [workspaceOf(from), workspaceOf(to)];
  if (source && target && source.path !== target.path && !source.mayImport.includes(target.path)) {
    return `imports ${to}: ${source.path} may not import ${target.path}`;
  }
  // A test may set up whatever its workspace holds.
  const targetLayer = layerOf(to);
  if (isTest(from) || !layer || !targetLayer) return undefined;
  if (isTest(to)) return `imports the test ${to}`;
  const nouns = [nounOf(layer, from), nounOf(targetLayer, to)];
  if (nouns[0] !== undefined && nouns[1] !== undefined && nouns[0] !== nouns[1]) {
    if (found.typeOnly && layer.typesAcross?.includes(targetLayer.name)) return undefined;
    return `imports ${to}: ${nouns[0]} may not import ${nouns[1]}`;
  }
  if (targetLayer === layer || layer.mayImport.includes(targetLayer.name)) return undefined;
  if (found.typeOnly && layer.typesFrom?.includes(targetLayer.name)) return undefined;
  return `imports ${to}: ${layer.name} may not import ${targetLayer.name}`;
}
