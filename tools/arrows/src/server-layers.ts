import type { Layer } from './layer.ts';

const pure = ['contract', 'domain'];

/** What every part of the server stands on. */
const ground = [...pure, 'server words', 'config error', 'bus', 'db'];

const everything = [
  ...ground,
  ...[
    'config',
    'http',
    'reading',
    'writing',
    'threads',
    'sight',
    'linked',
    'live',
    'ingest',
    'jobs',
    'integrations',
  ],
  ...['protocols', 'phrases'],
  ...['routes', 'service', 'queries', 'policy', 'module part'],
];

/** Routes → service → queries → db. Modules meet through services that main.ts hands over: by their types alone. */
export const serverLayers: readonly Layer[] = [
  {
    name: 'main',
    files: /^apps\/server\/src\/(?:main|report-worker|sheet-worker|app|parts|registers|roles)\.ts$/,
    mayImport: everything,
    packages: 'any',
  },
  // what tests of several modules share; no layer may import it
  {
    name: 'testing',
    files: /^apps\/server\/src\/testing\//,
    mayImport: [...everything, 'main'],
    packages: 'any',
  },
  // said in every layer: who calls, what can go wrong
  {
    name: 'server words',
    files: /^apps\/server\/src\/[a-z.-]+\.ts$/,
    mayImport: pure,
    typesFrom: ['db', 'sight'],
    packages: 'any',
  },
  {
    name: 'config error',
    files: /^apps\/server\/src\/config\/config-error\.ts$/,
    mayImport: [],
    packages: [],
  },
  {
    name: 'config',
    files: /^apps\/server\/src\/config\//,
    mayImport: [...pure, 'config error', 'protocols'],
    packages: 'any',
  },
  { name: 'db', files: /^apps\/server\/src\/db\//, mayImport: [], typesFrom: ['config'], packages: 'any' },
  { name: 'bus', files: /^apps\/server\/src\/bus\//, mayImport: pure, packages: 'any' },
  {
    name: 'http',
    files: /^apps\/server\/src\/http\//,
    mayImport: [...ground, 'phrases'],
    typesFrom: ['config', 'service'],
    packages: 'any',
  },
  {
    name: 'reading',
    files: /^apps\/server\/src\/reading\//,
    mayImport: [...ground, 'phrases'],
    typesFrom: ['http'],
    packages: 'any',
  },
  { name: 'writing', files: /^apps\/server\/src\/writing\//, mayImport: ground, packages: 'any' },
  // long work beside the event loop: how it is ordered, and how the thread answers
  {
    name: 'threads',
    files: /^apps\/server\/src\/threads\//,
    mayImport: ground,
    packages: 'any',
  },
  // who may see what, in SQL: every module's queries join it
  {
    name: 'sight',
    files: /^apps\/server\/src\/modules\/sight\//,
    mayImport: [...ground, 'reading'],
    packages: 'any',
  },
  // what geofences, drivers, calendars… have in common: each of them is a description handed to it
  {
    name: 'linked',
    files: /^apps\/server\/src\/modules\/linked\//,
    mayImport: [...ground, 'http', 'reading', 'writing', 'sight'],
    packages: 'any',
  },
  {
    name: 'routes',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-routes\.ts$/,
    mayImport: [...pure, 'server words', 'http', 'linked', 'policy', 'module part', 'phrases'],
    typesFrom: ['service', 'config'],
    typesAcross: ['service'],
    packages: 'any',
  },
  {
    name: 'service',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-service\.ts$/,
    mayImport: [
      ...ground,
      'queries',
      'policy',
      'module part',
      'reading',
      'writing',
      'sight',
      'linked',
      'protocols',
      'phrases',
    ],
    // the ports of http that a service fills, and those that it is handed
    typesFrom: ['config', 'http', 'ingest', 'integrations'],
    typesAcross: ['service'],
    packages: 'any',
  },
  {
    name: 'queries',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-queries\.ts$/,
    mayImport: [...ground, 'module part', 'reading', 'writing', 'sight'],
    packages: 'any',
  },
  {
    name: 'policy',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\/[a-z-]+-policy\.ts$/,
    mayImport: [...pure, 'server words', 'module part'],
    typesFrom: ['queries'],
    packages: 'any',
  },
  // a step of a service that is a thought of its own
  {
    name: 'module part',
    files: /^apps\/server\/src\/modules\/([a-z-]+)\//,
    mayImport: [
      ...ground,
      'queries',
      'reading',
      'writing',
      'threads',
      'sight',
      'linked',
      'protocols',
      'phrases',
    ],
    typesFrom: ['http', 'config', 'ingest', 'integrations'],
    typesAcross: ['service'],
    packages: 'any',
  },
  {
    name: 'ingest',
    files: /^apps\/server\/src\/ingest\//,
    mayImport: [...ground, 'protocols'],
    typesFrom: ['service', 'config'],
    packages: 'any',
  },
  {
    name: 'live',
    files: /^apps\/server\/src\/live\//,
    mayImport: [...ground, 'sight', 'http', 'reading'],
    typesFrom: ['service', 'config'],
    packages: 'any',
  },
  // what reaches out of the house: mail, SMS, push, geocoders; handed over as ports
  {
    name: 'integrations',
    files: /^apps\/server\/src\/integrations\//,
    mayImport: ground,
    typesFrom: ['config'],
    packages: 'any',
  },
  {
    name: 'jobs',
    files: /^apps\/server\/src\/jobs\//,
    mayImport: [...ground, 'reading', 'writing', 'phrases'],
    typesFrom: ['service', 'config', 'integrations'],
    packages: 'any',
  },
];
