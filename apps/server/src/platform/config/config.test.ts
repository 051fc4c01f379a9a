import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../errors/config-error.ts';
import { loadConfig } from './config.ts';
import { settings } from './settings.ts';

/** The settings as the lines of a Markdown table, exactly as README.md holds them. */
function settingsTable(): string[] {
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const { description, default: shown } = schema.meta() ?? {};
    return `| \`${name}\` | ${shown ?? `\`${String(schema.parse(undefined))}\``} | ${description} |`;
  });
  return ['| setting | default | meaning |', '|---|---|---|', ...rows];
}

test('[OPS-01] an empty environment gives what the contract says', () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    portOffset: 0,
    dataDir: resolve('data'),
    adminEmail: 'admin@atalaia.local',
    logLevel: 'info',
    trustProxy: false,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.adminPassword).toBeUndefined();
  expect(config.protocols).toContain('gt06');
  expect(Object.isFrozen(config)).toBe(true);
});

test('an empty value counts as absent', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '  ' })).toEqual(loadConfig({}));
});

test('[OPS-01] what is set is read', () => {
  const config = loadConfig({
    PORT: '0',
    PORT_OFFSET: '10000',
    DATA_DIR: '/somewhere/else',
    PROTOCOLS: 'gt06, osmand',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    DATABASE_URL: 'postgresql://atalaia:secret@db.example/atalaia',
  });
  expect(config).toMatchObject({
    port: 0,
    portOffset: 10000,
    dataDir: '/somewhere/else',
    protocols: ['gt06', 'osmand'],
    trustProxy: ['10.0.0.0/8', '::1'],
    databaseUrl: 'postgresql://atalaia:secret@db.example/atalaia',
  });
});

test.each([
  ['PORT', 'eighty', 'PORT=eighty must be a whole number from 0 to 65535'],
  ['PORT', '65536', 'PORT=65536 must be a whole number from 0 to 65535'],
  ['PORT', '80.5', 'PORT=80.5 must be a whole number from 0 to 65535'],
  ['PORT_OFFSET', '99999', 'PORT_OFFSET=99999 must be a whole number from -5000 to 60000'],
  [
    'PROTOCOLS',
    'gt06,gt07',
    /^PROTOCOLS=gt06,gt07 must be protocol names with commas between; known are .*gt06/,
  ],
  ['DATABASE_URL', 'mysql://root:secret@db/x', 'DATABASE_URL must begin with postgresql://'],
  ['ADMIN_EMAIL', 'nobody', 'ADMIN_EMAIL=nobody must be an e-mail address'],
  ['ADMIN_PASSWORD', 'abc', 'ADMIN_PASSWORD must have at least 4 characters'],
  ['SECRET_KEY', 'guess', /^SECRET_KEY must be 64 hexadecimal digits/],
  ['TRUST_PROXY', '10.0.0.0/99', 'TRUST_PROXY=10.0.0.0/99 must be true, false, or IP addresses'],
  ['PUBLIC_URL', 'atalaia.example', 'PUBLIC_URL=atalaia.example must be an http or https address'],
  ['MAIL_URL', 'http://root:secret@mail', /^MAIL_URL must begin with smtp:\/\/ or smtps:\/\/$/],
  ['MAIL_URL', 'smtp://root:secret@mail', 'MAIL_FROM must be set with MAIL_URL'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM=nobody must be an e-mail address'],
  ['SMS_URL', 'sms.example', /^SMS_URL must be an http or https address$/],
  ['SMS_HEADERS', '{"key": 7}', /^SMS_HEADERS must be a JSON object of header names and texts$/],
  ['PUSH_METHOD', 'SEND', 'PUSH_METHOD=SEND must be one of GET, POST, PUT'],
  [
    'DIAL_URL',
    'javascript:alert({phone})',
    /^DIAL_URL=javascript:alert\(\{phone\}\) must be an address of https, tel, sip/,
  ],
  ['DIAL_URL', 'http://pabx.example/{phone}', /must be an address of https, tel, sip/],
  ['DIAL_URL', 'https://pabx.{phone}.example/', /with \{phone\} in its path or behind it$/],
  ['DIAL_URL', 'sip:100@pabx.example', 'DIAL_URL=sip:100@pabx.example must hold {phone}'],
  [
    'OIDC_ISSUER',
    'http://login.example.com',
    /^OIDC_ISSUER=http:\/\/login.example.com must be an https address/,
  ],
  ['OIDC_ISSUER', 'https://login.example.com/?a=1', /must be an https address without \? and #/],
  ['OIDC_ISSUER', 'https://login.example.com', 'OIDC_CLIENT_ID must be set with OIDC_ISSUER'],
  ['OIDC_CLIENT_ID', 'atalaia', 'OIDC_ISSUER must be set with OIDC_CLIENT_ID'],
  ['OIDC_FORCE', 'true', 'OIDC_ISSUER must be set with OIDC_FORCE'],
  ['OIDC_FORCE', 'yes', 'OIDC_FORCE=yes must be true or false'],
  ['OIDC_CREATE_USERS', '1', 'OIDC_CREATE_USERS=1 must be true or false'],
  ['OIDC_SCOPES', 'email profile', 'OIDC_SCOPES=email profile must hold openid'],
  ['OIDC_SCOPES', 'openid "a"', /must be words with blanks between/],
  ['OIDC_CLIENT_SECRET', 'x'.repeat(2001), 'OIDC_CLIENT_SECRET must have at most 2000 characters'],
  ['OIDC_GROUPS', 'Central', /^OIDC_GROUPS=Central must be group=rights with ; between/],
  ['OIDC_GROUPS', 'Central=operator', /must be group=rights/],
  ['OIDC_GROUPS', 'Central=monitor+admin', /must be group=rights/],
  ['OIDC_GROUPS', 'Central=monitor+operator+no-desk', /must be group=rights/],
  ['OIDC_GROUPS', 'Central=monitor+root', /must be group=rights/],
  ['OIDC_GROUPS', '=monitor', /must be group=rights/],
  ['OIDC_GROUPS', ' ; ', /must be group=rights/],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud must be one of trace, debug, info, warn, error, fatal, silent'],
])(
  'a wrong %s=%s is refused in one line that names it, its value unless it is secret, and why',
  (name, value, line) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(line);
    expect(load).toThrow(/^[^\n]*$/);
  },
);

const several = {
  DATABASE_URL: 'postgresql://db.example/atalaia',
  NATS_URL: 'nats://127.0.0.1:4222',
  SECRET_KEY: 'a'.repeat(64),
};

test('[SCALE-01] one process does everything, and of several each does what it is told', () => {
  expect(loadConfig({})).toMatchObject({ roles: new Set(['web', 'ingest', 'jobs']), nats: undefined });
  expect(loadConfig({ ...several, ROLES: 'jobs, web' })).toMatchObject({
    roles: new Set(['jobs', 'web']),
    nats: { servers: ['127.0.0.1:4222'], isTls: false, user: undefined },
  });
});

test.each([
  [{ ROLES: 'web,printer' }, 'ROLES=web,printer must be some of web, ingest, jobs'],
  [
    { ROLES: 'web' },
    /^ROLES=web makes this one of several .*: DATABASE_URL and NATS_URL and SECRET_KEY must be set/,
  ],
  [{ ...several, NATS_URL: '', ROLES: 'ingest' }, /: NATS_URL must be set too$/],
  [{ ...several, SECRET_KEY: '' }, /^NATS_URL makes this one of several .*: SECRET_KEY must be set too$/],
  [{ ...several, DATABASE_URL: '' }, /: DATABASE_URL must be set too$/],
  [{ ...several, NATS_URL: 'http://127.0.0.1' }, /^NATS_URL must be nats:\/\/ or tls:\/\/ addresses/],
  [
    { ...several, NATS_URL: 'nats://127.0.0.1,nats://nats.example' },
    /beyond this machine \(nats.example\) without/,
  ],
  [
    { ...several, NATS_URL: 'tls://a:b@nats.example,nats://a:b@other.example' },
    /beyond this machine \(nats.example\) without TLS/,
  ],
  [{ ...several, NATS_URL: 'nats://127.0.0.1,tls://localhost' }, /tls:\/\/ addresses alone/],
  [{ ...several, NATS_CA: '/nowhere/at/all' }, /^NATS_CA cannot be read: /],
  [{ NATS_CA: '/nowhere' }, 'NATS_URL must be set with NATS_CA'],
  [{ ...several, NATS_CREDS: '/nowhere/at/all' }, /^NATS_CREDS cannot be read: /],
  [{ NATS_CREDS: '/nowhere' }, 'NATS_URL must be set with NATS_CREDS'],
  [{ DATABASE_READ_URL: 'postgresql://a:b@replica/x' }, /^DATABASE_URL must be set with DATABASE_READ_URL$/],
  [{ DATABASE_READ_URL: 'mysql://a:b@replica/x' }, /^DATABASE_READ_URL must begin with postgresql/],
  [{ PROXY_PROTOCOL_FROM: '10.0.0.1, haproxy' }, /must be IP addresses and networks/],
])('[SCALE-01] what cannot work together is refused: %o', (env, line) => {
  const load = () => loadConfig(env as Record<string, string>);
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(line);
});

test('[SCALE-01] NATS beyond this machine is entered with the credentials of its address', () => {
  const { nats } = loadConfig({ ...several, NATS_URL: 'tls://ata:s%20e@nats.example:4300,tls://127.0.0.2' });
  expect(nats).toEqual({
    ...{ servers: ['nats.example:4300', '127.0.0.2:4222'], user: 'ata', password: 's e' },
    ...{ credentials: undefined, isTls: true, authorities: undefined },
  });
});

test('[API-02] sites are named as browsers name them', () => {
  expect(loadConfig({}).allowedOrigins).toEqual([]);
  expect(loadConfig({ CORS_ORIGINS: '*' }).allowedOrigins).toBe('*');
  expect(loadConfig({ CORS_ORIGINS: 'https://a.example, http://b.example:8080/' }).allowedOrigins).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ]);
  for (const wrong of ['a.example', 'https://a.example/map', '*, https://a.example', 'null'])
    expect(() => loadConfig({ CORS_ORIGINS: wrong }), wrong).toThrow('CORS_ORIGINS');
});

test('[IDP-02] groups of a provider are read with their rights, in their order', () => {
  const env = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'atalaia' };
  expect(loadConfig({}).openId).toBeUndefined();
  expect(loadConfig(env).openId).toMatchObject({
    groups: [],
    createsUsers: false,
    isForced: false,
    scopes: 'openid email profile',
  });
  const groups =
    'cn=ops,dc=example = Monitor + supervisor; Auditors=monitor+no-desk+readonly ;Fleets=fleet+device-readonly;Root=admin;';
  const { openId } = loadConfig({ ...env, OIDC_GROUPS: groups });
  expect(openId?.groups).toEqual([
    { group: 'cn=ops,dc=example', profile: 'monitor', deskRole: 'supervisor', flags: [] },
    { group: 'Auditors', profile: 'monitor', deskRole: 'none', flags: ['readonly'] },
    { group: 'Fleets', profile: 'client', deskRole: 'none', flags: ['device-readonly'] },
    { group: 'Root', profile: 'admin', deskRole: 'none', flags: [] },
  ]);
  expect([...(openId?.flags ?? [])]).toEqual(['readonly', 'device-readonly']);
  for (const issuer of ['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9/realms/a'])
    expect(loadConfig({ ...env, OIDC_ISSUER: issuer }).openId?.issuer).toBe(issuer);
});

test('[ING-08] an SMS template that would send no text is refused', () => {
  const load = () => loadConfig({ SMS_URL: 'https://sms.example', SMS_BODY: '{"to":"{phone}"}' });
  expect(load).toThrow('SMS_URL or SMS_BODY must hold {text}');
});

test('[PROC-04] a softphone is dialled by the address that is set', () => {
  expect(loadConfig({}).dialUrl).toBeUndefined();
  for (const url of [
    'sip:{phone}@pabx.example',
    'https://pabx.example:8443/dial?to={phone}&from=9',
    'TEL:{phone}',
  ])
    expect(loadConfig({ DIAL_URL: url }).dialUrl).toBe(url);
});

test('[ING-08] the channels that are set are read, with what they need', () => {
  const config = loadConfig({
    MAIL_URL: 'smtp://mail.example:587',
    MAIL_FROM: 'Atalaia <atalaia@example.com>',
    SMS_URL: 'https://sms.example/?to={phone}&text={text}',
    SMS_METHOD: 'GET',
    PUBLIC_URL: 'https://atalaia.example/',
  });
  expect(config.mail).toEqual({ url: 'smtp://mail.example:587', from: 'Atalaia <atalaia@example.com>' });
  expect(config.sms).toMatchObject({ method: 'GET', headers: {} });
  expect(config.push).toBeUndefined();
  expect(config.publicUrl).toBe('https://atalaia.example');
});

/** A row of a Markdown table without the blanks and dashes that line its columns up. */
const bare = (row: string) => row.replaceAll(/\s*\|\s*/g, '|').replaceAll(/-{3,}/g, '---');

test('README.md holds the table of settings as the code has it', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../../README.md'), 'utf8')
    .split('\n')
    .map(bare);
  for (const row of settingsTable()) expect(readme).toContain(bare(row));
});
