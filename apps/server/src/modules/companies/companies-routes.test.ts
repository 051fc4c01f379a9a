import { expect, test } from 'vitest';
import { jpegHead, pngImage } from '../../testing/images.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, app, world, kysely } = await createTestApp();
const { token } = await world.administrator();

const urls = { androidAppUrl: 'https://play.example.com/acme', iosAppUrl: 'https://apps.example.com/acme' };
const logo = pngImage(350, 350);

/** A multipart body as a browser makes one. */
function form(parts: readonly { name: string; filename?: string; bytes: Buffer | string }[]) {
  const boundary = 'x-boundary-x';
  const body = parts.flatMap(({ name, filename, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n` +
        `${filename ? 'Content-Type: image/png\r\n' : ''}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { headers, body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]) };
}

const upload = (bytes: Buffer, name = 'Águia Azul.png') =>
  ask('POST', '/api/company/configurations/upload', {
    token,
    ...form([
      { name: 'name', bytes: name },
      { name: 'file', filename: 'logo.png', bytes },
    ]),
  });

test('[COM-01] a logo of 350 × 350 is kept and shown to anybody, to be cached for ever', async () => {
  const { status, body } = await upload(logo);
  expect([status, body.logoUrl]).toEqual([
    200,
    expect.stringMatching(/^\/api\/company\/logos\/aguia-azul-[0-9a-f]{16}\.png$/),
  ]);
  const shown = await app.inject({ url: body.logoUrl });
  expect(shown.rawPayload.equals(logo)).toBe(true);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await ask('GET', '/api/company/logos/other.png')).status).toBe(404);
});

test('[COM-01] a logo of other dimensions, and an upload without one, are refused with their own words', async () => {
  const wide = await upload(jpegHead(351, 350));
  expect([wide.status, wide.body.code, wide.body.details]).toEqual([
    400,
    'logo-dimensions',
    { width: 351, height: 350 },
  ]);
  const empty = await ask('POST', '/api/company/configurations/upload', {
    token,
    ...form([{ name: 'name', bytes: 'x' }]),
  });
  expect([empty.status, empty.body.code]).toEqual([400, 'logo-missing']);
});

test('[COM-01] the image is taken from the one file of the body, whatever its field is called', async () => {
  for (const name of ['attachment', 'logo']) {
    const parts = form([
      { name, filename: 'logo.png', bytes: logo },
      { name: 'name', bytes: name },
    ]);
    const { body } = await ask('POST', '/api/company/configurations/upload', { token, ...parts });
    expect(body.logoUrl).toContain(`/${name}-`);
  }
});

test('[SEC-01] a logo too large is 413, one that is no image 415, SVG with it', async () => {
  const heavy = await upload(Buffer.concat([logo, Buffer.alloc(1024 * 1024)]));
  expect([heavy.status, heavy.body.code]).toEqual([413, 'body-too-large']);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="350" height="350"></svg>');
  const drawn = await upload(svg, 'logo.svg');
  expect([drawn.status, drawn.body.code]).toEqual([415, 'unsupported-media-type']);
  const json = await ask('POST', '/api/company/configurations/upload', { token, body: {} });
  expect([json.status, json.body.code]).toEqual([415, 'unsupported-media-type']);
});

test('[COM-01] a configuration is made for the host’s first label unless it says one, and read by anybody', async () => {
  const { logoUrl } = (await upload(logo)).body;
  const made = await ask('POST', '/api/company/configurations', {
    token,
    headers: { host: 'acme.example.com' },
    body: { ...urls, logoUrl, theme: '#AA00ff' },
  });
  expect([made.status, made.body]).toEqual([
    200,
    {
      id: made.body.id,
      label: 'acme',
      name: null,
      title: null,
      faviconUrl: null,
      logoUrl,
      theme: '#aa00ff',
      ...urls,
    },
  ]);
  expect((await ask('GET', '/api/company/configurations/ACME')).body).toEqual(made.body);
  expect((await ask('GET', '/api/company/configurations', { token })).body).toContainEqual(made.body);
  const again = await ask('POST', '/api/company/configurations', {
    token,
    body: { ...urls, label: 'acme', logoUrl, theme: '#aa00ff' },
  });
  expect([again.status, again.body.code]).toEqual([400, 'duplicate-label']);
  const bare = await ask('POST', '/api/company/configurations', {
    token,
    headers: { host: '10.0.0.1:8080' },
    body: { ...urls, logoUrl, theme: '#aa00ff' },
  });
  expect([bare.status, bare.body.details.fields[0].path]).toEqual([400, 'label']);
});

test('[COM-01] a change needs the id, keeps the old logo when none is chosen, and may move the label', async () => {
  const { logoUrl } = (await upload(logo)).body;
  const body = { ...urls, label: 'beta', logoUrl, theme: '#123456' };
  const { id } = (await ask('POST', '/api/company/configurations', { token, body })).body;
  const change = (more: object) =>
    ask('PUT', '/api/company/configurations/beta', { token, body: { ...urls, theme: '#654321', ...more } });
  expect((await change({})).body.details.fields[0].path).toBe('id');
  expect((await change({ id: id + 1 })).body.details.fields[0].path).toBe('id');
  const changed = await change({ id, logoUrl: null, label: 'gamma' });
  expect(changed.body).toEqual({
    id,
    label: 'gamma',
    name: null,
    title: null,
    faviconUrl: null,
    logoUrl,
    theme: '#654321',
    ...urls,
  });
  expect((await change({ id })).status).toBe(404);
});

test('[COM-01] an upload without a boundary, or cut short, is refused with what is wrong', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
  for (const [type, body] of [
    ['multipart/form-data', head],
    ['multipart/form-data; boundary=b', head],
    ['multipart/form-data; boundary=b', '--b\r\n'],
  ] as const) {
    const answer = await ask('POST', '/api/company/configurations/upload', {
      token,
      headers: { 'content-type': type },
      body,
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
    expect(answer.body.message).toMatch(/^The body is no multipart\/form-data: \w/);
  }
});

test('[COM-01] every field that is missing or wrong is named, and a logo must have been uploaded', async () => {
  const bad = {
    theme: 'blue',
    logoUrl: 'https://elsewhere.example/x.png',
    androidAppUrl: 'javascript:alert(1)',
  };
  const { status, body } = await ask('POST', '/api/company/configurations', { token, body: bad });
  const paths = body.details.fields.map(({ path }: { path: string }) => path);
  expect([status, paths]).toEqual([400, ['logoUrl', 'theme', 'androidAppUrl']]);
  const logoUrl = '/api/company/logos/other-0123456789abcdef.png';
  const unknown = await ask('POST', '/api/company/configurations', {
    token,
    body: { ...urls, label: 'delta', theme: '#123456', logoUrl },
  });
  expect([unknown.body.code, unknown.body.details.fields[0].path]).toEqual([
    'reference-not-found',
    'logoUrl',
  ]);
});

test('[COM-01] a logo that no company took is gone a day later, one that is shown stays', async () => {
  const used = (await upload(pngImage(350, 350), 'used')).body.logoUrl;
  await ask('POST', '/api/company/configurations', {
    token,
    body: { ...urls, label: 'epsilon', logoUrl: used, theme: '#123456' },
  });
  const loose = (await upload(pngImage(350, 350), 'loose')).body.logoUrl;
  await kysely.updateTable('company_logos').set({ uploaded_at: '2026-01-01T00:00:00Z' }).execute();
  await upload(pngImage(350, 350), 'next');
  expect([
    (await app.inject({ url: used })).statusCode,
    (await app.inject({ url: loose })).statusCode,
  ]).toEqual([200, 404]);
});
