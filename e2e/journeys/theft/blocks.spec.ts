import { signInToApi } from '@atalaia/fixtures/api';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../../fixtures/axe.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, openAs, password, test } from '../../fixtures/journey.ts';

const place = { latitude: -3.73187, longitude: -38.52672 };

async function openDevice(page: Page, origin: string, device: { id: number; name: string }) {
  await page.goto(`${origin}/admin/events/devices/${device.id}`);
  const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
  await expect(panel.getByTitle('Velocidade')).toBeVisible();
  return panel;
}

/** For who looks at how it looks. */
async function picture(page: Page, name: string) {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test('[BLOCK-01] [BLOCK-02] [BLOCK-04] [BLOCK-05] [BLOCK-06] a motorcycle is blocked by two persons, each on his own session, listed as blocked, and released', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const number = fresh();
  const person = async (deskRole: 'operator' | 'supervisor') => {
    const email = `${deskRole}-${number}@journey.local`;
    const user = await admin.createUser({ email, password, deskRole, attributes: { profile: 'central' } });
    return { ...user, email };
  };
  const [operator, supervisor] = [await person('operator'), await person('supervisor')];
  const device = await admin.createDevice({
    ...{ uniqueId: imeiOf(number), name: `Moto ${number}`, category: 'motorcycle' },
    attributes: { blockInstalled: 'yes', blockCuts: 'Bomba de combustível' },
  });
  for (const { id } of [operator, supervisor]) await admin.link(id, device.id);
  const received: string[] = [];
  const tracker = await connectGt06(server, device.uniqueId, {
    onCommand(text: string) {
      received.push(text);
      return 'Success!';
    },
  });
  await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 40 });

  const other = await browser.newContext({ locale: 'pt-BR', colorScheme: 'dark' });
  const second = await other.newPage();
  await openAs(second, server, supervisor.email, '/admin');
  await openAs(page, server, operator.email, '/admin');
  const panel = await openDevice(page, server.origin, device);

  // Moving: the rule is named, and waiting offered instead.
  await panel.getByRole('button', { name: 'Bloquear' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bloquear' });
  await expect(dialog).toContainText('O veículo está em movimento: 40 km/h na última posição');
  await expect(dialog).toContainText(
    'Só pode ser bloqueado parado (política “Somente parado e com segunda pessoa”). Use “Bloquear quando parar”',
  );
  await expect(dialog).toContainText('Corta: Bomba de combustível.');
  await expect(dialog.getByLabel('Bloquear agora')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option', { name: 'Furto' }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'dialog');
  await dialog.getByRole('button', { name: 'Bloquear' }).click();
  await expect(panel).toContainText('Pedido: aguarda a confirmação de um supervisor até');
  await expect(panel.getByRole('button', { name: 'Retirar pedido' })).toBeVisible();
  await picture(page, 'panel-requested');

  // The second person is asked where he is.
  const question = second.getByRole('dialog', { name: `Confirmar o bloqueio de ${device.name}?` });
  await expect(question).toContainText('Motivo: Furto');
  expect(await seriousFindings(second)).toEqual([]);
  await picture(second, 'question');
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(second.getByText('Confirmado: o pedido seguiu.')).toBeVisible();
  await expect(panel).toContainText('Bloqueio: Aguardando parar');
  expect(received).toEqual([]);

  // It stands: two fixes at 0 km/h, 10 s apart, both after the request.
  await expect(async () => {
    await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 0 });
    expect(received).toEqual(['Relay,1#']);
  }).toPass({ intervals: [2_000], timeout: 40_000 });
  await expect(panel).toContainText('Bloqueio: Confirmado');
  await picture(page, 'panel-confirmed');

  await second.goto(`${server.origin}/admin/desk/blocked`);
  const row = second.getByRole('row').filter({ hasText: device.name });
  await expect(row).toContainText(/Confirmado.*Furto/);
  expect(await seriousFindings(second)).toEqual([]);
  await picture(second, 'blocked');

  // The operator has no pass phrase; a supervisor releases.
  await panel.getByRole('button', { name: 'Liberar' }).click();
  const release = page.getByRole('dialog', { name: 'Liberar' });
  await release.getByLabel('Motivo da liberação').fill('Veículo recuperado');
  await release.getByLabel('Senha dita pelo titular').fill('girassol');
  await release.getByRole('button', { name: 'Liberar' }).click();
  await expect(release).toContainText('Este cliente não tem senha cadastrada.');
  await picture(page, 'release-refused');
  const api = await signInToApi(server.origin, supervisor.email, password);
  await api.post('blocks/release', { deviceId: device.id, reason: 'Veículo recuperado' });
  await expect.poll(() => received).toEqual(['Relay,1#', 'Relay,0#']);
  await expect(row).toBeHidden();
  await tracker.close();
  await other.close();
});

test('[BLOCK-01] an administrator keeps the policies of blocks, in Portuguese and with the names that ship', async ({
  page,
  server,
  admin,
}) => {
  const number = fresh();
  const email = `policies-${number}@journey.local`;
  await admin.createUser({ email, password, administrator: true });
  await openAs(page, server, email, '/admin');
  await page.goto(`${server.origin}/admin/manage/desk`);
  await page.getByRole('tab', { name: 'Bloqueio' }).click();
  const shipped = page.getByRole('row').filter({ hasText: 'Somente parado e com segunda pessoa' });
  await expect(shipped).toContainText('Ambulância');
  await expect(page.getByRole('row').filter({ hasText: 'Nunca bloquear' }).first()).toContainText('Pessoa');
  await picture(page, 'policies');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /Editar Somente parado/ }).click();
  await picture(page, 'policy-form');
  await page.getByLabel('Velocidade máxima').fill('5');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(shipped).toContainText('5 km/h');
  const policies = await admin.get<{ id: number; name: string; maxSpeedKph: number }[]>('block-policies');
  const changed = policies.find(({ maxSpeedKph }) => maxSpeedKph === 5);
  expect(changed?.name).toBe('Somente parado e com segunda pessoa');
  await admin.put(`block-policies/${changed?.id}`, { name: changed?.name, maxSpeedKph: null });
});
