import { administrator, startServer } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, imeiOf, signIn, test } from '../../fixtures/journey.ts';
import { markerOf } from '../../fixtures/map-probe.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };
const mostClicks = 7;
const mostSeconds = 60;

/**
 * The keystroke-level model (Card, Moran and Newell, Communications of the ACM 23(7), 1980), seconds: a key of an average
 * typist who does no typing for a living, pointing with a mouse, pressing and letting go of its button, a hand that changes
 * between mouse and keys, and getting ready in mind, before each click and each field.
 */
const model = { key: 0.28, point: 1.1, press: 0.2, hand: 0.4, mind: 1.35 };

interface Acts {
  clicks: number;
  /** Characters that were typed, and other keys. */
  keys: number;
  fields: number;
  hands: number;
}

const secondsOf = ({ clicks, keys, fields, hands }: Acts) =>
  clicks * (model.mind + model.point + model.press) +
  fields * model.mind +
  keys * model.key +
  hands * model.hand;

/** A field that is filled at once counts as many keys as it holds. */
const countActs = `const held = new WeakMap();
addEventListener('click', (event) => event.isTrusted && noteAct('click', 0), true);
addEventListener('keydown', (event) => event.isTrusted && event.key.length > 1 && noteAct('key', 1), true);
addEventListener('input', ({ target }) => {
  const before = held.get(target);
  held.set(target, target.value.length);
  noteAct(before === undefined ? 'field' : 'key', Math.max(target.value.length - (before ?? 0), 0));
}, true);`;

test('[ING-04] [MAP-08] from a fresh start to the first own tracker moving on the map in at most seven clicks and a minute of a person', async ({
  browser,
}) => {
  // a server of its own, on a new database
  test.slow();
  await using server = await startServer({ anew: true, env: { LOG_LEVEL: 'info' } });
  expect(server.output(), 'it made its tables itself').toContain(
    '"msg":"made the tables of an empty database"',
  );
  const context = await browser.newContext({ locale: 'pt-BR' });
  const acts: Acts = { clicks: 0, keys: 0, fields: 0, hands: 0 };
  let hand = '';
  await context.exposeFunction('noteAct', (kind: 'click' | 'field' | 'key', keys: number) => {
    const next = kind === 'click' ? 'mouse' : 'keys';
    if (next !== hand) acts.hands += 1;
    hand = next;
    if (kind === 'click') acts.clicks += 1;
    if (kind === 'field') acts.fields += 1;
    acts.keys += keys;
  });
  await context.addInitScript(countActs);
  const page = await context.newPage();
  await signIn(page, server, administrator.email, /\/admin/, administrator.password);
  await page.getByRole('button', { name: 'Decidir depois' }).click();

  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByRole('link', { name: 'Primeiro cliente' })).toBeVisible();
  await steps.getByRole('combobox', { name: 'Fabricante e modelo' }).click();
  await page.keyboard.type('GT06N');
  await page.keyboard.press('Enter');
  await expect(steps.getByText(/Aponte o rastreador para .*, porta \d+ \(TCP\)/)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const uniqueId = imeiOf(7001);
  await expect(connectGt06(server, uniqueId)).rejects.toThrow();
  await steps.getByRole('button', { name: 'Cadastrar' }).click();
  const onMap = steps.getByRole('button', { name: `Ver ${uniqueId} no mapa` });
  await expect(onMap).toBeVisible();
  const tracker = await connectGt06(server, uniqueId);
  await tracker.sendPosition({ fixTimeMs: Date.now() - 2000, ...place, speedKph: 30 });
  await onMap.click();
  await expect(page).toHaveURL(/\/admin\/events\/devices\/\d+$/);
  const deviceId = Number(new URL(page.url()).pathname.split('/').at(-1));
  await expect.poll(async () => (await markerOf(page, deviceId))?.deviceId).toBe(deviceId);
  await tracker.sendPosition({
    fixTimeMs: Date.now(),
    ...place,
    latitude: place.latitude + 0.01,
    speedKph: 30,
  });
  await expect.poll(async () => (await markerOf(page, deviceId))?.deviceId).toBe(deviceId);
  // what the person did is counted at all: clicks, both fields of the sign-in and the model of the tracker
  expect(acts.clicks, 'clicks of the person').toBeLessThanOrEqual(mostClicks);
  expect(acts.clicks).toBeGreaterThanOrEqual(5);
  expect(acts.fields).toBe(3);
  expect(acts.keys).toBeGreaterThanOrEqual(`${administrator.email}${administrator.password}GT06N`.length);
  const seconds = secondsOf(acts);
  test.info().annotations.push({ type: 'seconds of a person', description: seconds.toFixed(1) });
  expect(seconds, `of a person: ${JSON.stringify(acts)}`).toBeLessThanOrEqual(mostSeconds);
  await expect(steps.getByText('— feito')).toBeVisible();

  // what is put away stays away, and the badge counts who knocks next
  await page.goto(`${server.origin}/admin`);
  await steps.getByRole('button', { name: 'Fechar os primeiros passos' }).click();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  await expect(steps).toBeHidden();
  await context.close();
});
