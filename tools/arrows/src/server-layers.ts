import type { Layer } from './layer.ts';

const pure = ['contract', 'domain'];
/** What every part of the server is built on. */
const base = [...pure, 'errors', 'db', 'platform', 'queries', 'visibility'];
const moduleFiles = ['routes', 'service', 'module queries', 'policy', 'module part'];

/**
 * From the bottom up: errors, platform, queries, visibility, resources, modules, {ingest, live}, workers, wiring.
 * In a module: routes → service → queries → database. Modules meet through services that the wiring hands over, so one
 * module may name another's service by its type alone.
 */
export const serverLayers: readonly Layer[] = [
  {
    name: 'wiring',
    files: /^apps\/server\/src\/[a-z-]+(?:\.test)?\.ts$/,
    mayImport: [
      ...base,
      'resources',
      ...moduleFiles,
      'ingest',
      'live',
      'workers',
      'backup',
      'protocols',
      'phrases',
    ],
    packages: 'any',
  },
  // what the tests of several modules share; no layer may import it
  {
    name: 'testing',
    files: /^apps\/server\/src\/testing\//,
    mayImport: [
      ...base,
      'resources',
      ...moduleFiles,
      'ingest',
      'live',
      'workers',
      'wiring',
      'protocols',
      'phrases',
    ],
    packages: 'any',
    sql: /./,
  },
  {
    name: 'errors',
    files: /^apps\/server\/src\/errors\//,
    mayImport: pure,
    typesFrom: ['protocols'],
    packages: 'any',
  },
  {
    name: 'db',
    files: /^apps\/server\/src\/platform\/db\//,
    mayImport: ['errors'],
    typesFrom: ['platform'],
    packages: 'any',
    sql: /./,
  },
  {
    name: 'platform',
    files: /^apps\/server\/src\/platform\//,
    mayImport: [...pure, 'errors', 'db', 'phrases', 'protocols'],
    // the caller of a request, and the port that remembers answers
    typesFrom: ['visibility', 'service'],
    packages: 'any',
    sql: /\/platform\/http\/health\/|-queries\.ts$/,
  },
  {
    name: 'queries',
    files: /^apps\/server\/src\/queries\//,
    mayImport: [...pure, 'errors', 'db', 'platform', 'phrases'],
    typesFrom: ['visibility'],
    packages: 'any',
    sql: /./,
  },
  // who may see what, in SQL: the queries of every module join it
  {
    name: 'visibility',
    files: /^apps\/server\/src\/visibility\//,
    mayImport: [...pure, 'errors', 'db', 'platform', 'queries'],
    packages: 'any',
    sql: /./,
  },
  // what is listed, edited and linked in one way: each noun is a description handed to it
  {
    name: 'resources',
    files: /^apps\/server\/src\/resources\//,
    mayImport: base,
    packages: 'any',
    sql: /-queries\.ts$|\/resources\/removal\//,
  },
  {
    name: 'routes',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-routes\.ts$/,
    mayImport: [...pure, 'errors', 'platform', 'visibility', 'resources', 'policy', 'module part', 'phrases'],
    typesFrom: ['service'],
    typesAcross: ['service'],
    packages: 'any',
  },
  {
    name: 'service',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-service\.ts$/,
    mayImport: [
      ...base,
      'module queries',
      'policy',
      'module part',
      'resources',
      'workers',
      'protocols',
      'phrases',
    ],
    typesFrom: ['ingest'],
    typesAcross: ['service'],
    packages: 'any',
  },
  // SQL, the rows it makes, and how a row becomes an answer
  {
    name: 'module queries',
    files:
      /^apps\/server\/src\/modules\/([a-z-]+)\/(?:[a-z-]+\/)*[a-z-]+-(?:queries|presenter|resource)\.ts$/,
    mayImport: [...base, 'module part', 'resources'],
    typesFrom: ['ingest'],
    packages: 'any',
    sql: /./,
  },
  {
    name: 'policy',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-policy\.ts$/,
    mayImport: [...pure, 'errors', 'visibility', 'module part'],
    typesFrom: ['module queries'],
    packages: 'any',
  },
  // a step of a service, or a provider's client, that is a thought of its own
  {
    name: 'module part',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\//,
    mayImport: [...base, 'module queries', 'resources', 'workers', 'protocols', 'phrases'],
    typesFrom: ['ingest'],
    typesAcross: ['service'],
    packages: 'any',
    // rows of reports are read in pieces, by the code that works on each piece
    sql: /\/reports\/(?:hours\/tally-devices|rows\/(?:report-devices|row-limits|trip-and-stop-rows))\.ts$/,
  },
  {
    name: 'ingest',
    files: /^apps\/server\/src\/ingest\//,
    mayImport: [...base, 'protocols'],
    typesFrom: ['service'],
    packages: 'any',
    sql: /\/ingest\/(?:partitions|status|writer|testing)\/|\/ingest\/ingest(?:-settings)?\.ts$|-queries\.ts$/,
  },
  {
    name: 'live',
    files: /^apps\/server\/src\/live\//,
    mayImport: base,
    typesFrom: ['service'],
    packages: 'any',
    sql: /\/live\/(?:live|missed-events|catch-up)\.ts$|-queries\.ts$/,
  },
  // `npm run backup` and `npm run restore`: every table by the catalog, so it knows no module
  {
    name: 'backup',
    files: /^apps\/server\/src\/backup\//,
    mayImport: [...pure, 'errors', 'platform', 'db'],
    packages: 'any',
    sql: /./,
  },
  // the programs of threads
  {
    name: 'workers',
    files: /^apps\/server\/src\/workers\//,
    mayImport: [...base, ...moduleFiles, 'phrases'],
    packages: 'any',
  },
];
