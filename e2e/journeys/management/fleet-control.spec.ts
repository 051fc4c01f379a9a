import { startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, startServer } from '@atalaia/fixtures/running-server';
import { seriousFindings } from '../../fixtures/axe.ts';
import { expect, openAs, password, test } from '../../fixtures/journey.ts';

test('[FLT-01] [FLT-02] an exchange runs at sign-in, is watched, rests while the provider is down, goes on, and tells what it found, in both languages', async ({
  page,
}) => {
  // it starts a server of its own
  test.setTimeout(120_000);
  const provider = await startFleetControl({ held: recordsOf(120) });
  provider.held.clients[4]!.cnpJ_CPF = '';
  const server = await startServer({
    env: { FLEET_CONTROL_URL: provider.url, FLEET_CONTROL_TIMEOUT_SECONDS: '8' },
  });
  try {
    const admin = await signInToApi(server.origin, administrator.email, administrator.password);
    await admin.createDevice({ uniqueId: 'ONLY-HERE', name: 'Guincho', attributes: { plate: 'AAA0A00' } });
    const email = 'frota-controle@journey.local';
    const attributes = { full_control_client_id: 'client-1', full_control_secret_id: 'secret-1' };
    await admin.createUser({ email, password, administrator: true, attributes });

    // signing in waits for nothing, and the map is there while the provider hangs
    provider.manners.hangs = true;
    await openAs(page, server, email, '/admin');
    await expect(page.getByRole('application').first()).toBeVisible();
    await page.goto(`${server.origin}/admin/manage/fleet-control`);
    const progress = page.getByRole('region', { name: 'Andamento da sincronização' });
    await expect(progress.getByText('Em andamento')).toBeVisible();
    await expect(progress.getByText(/Lendo as situações de cliente · etapa 1 de 13/).last()).toBeVisible();
    await expect(progress.getByText('Aguardando o provedor')).toBeVisible({ timeout: 30_000 });
    await expect(progress.getByRole('alert')).toContainText('O controle de frota não responde');
    expect(await seriousFindings(page)).toEqual([]);

    // by hand it goes on at once, and is watched to its end
    provider.manners.hangs = false;
    provider.manners.delayMs = 60;
    await page.getByRole('button', { name: 'Continuar de onde parou' }).click();
    await expect(page.getByRole('button', { name: 'Parar' })).toBeVisible();
    await expect(progress.getByText('Concluída')).toBeVisible({ timeout: 20_000 });
    provider.manners.delayMs = 0;
    const table = page.getByRole('grid', { name: 'Resultado' });
    await expect(table.getByText('Transportes 1 Ltda')).toBeVisible();
    await page.getByRole('combobox', { name: 'Resultado' }).click();
    await page.getByRole('option', { name: 'Sem correspondência (2)' }).click();
    await expect(table.getByText('Sem CPF ou CNPJ: inclua o documento no provedor.')).toBeVisible();
    await expect(table.getByText('Só existe aqui.')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);

    // what exists only here is made there, once it is requested
    await page.getByRole('switch', { name: 'Criar no provedor o que só existe aqui' }).click({ force: true });
    await page.getByRole('button', { name: 'Sincronizar agora' }).click();
    await expect(table.getByText('Criado no provedor')).toBeVisible({ timeout: 20_000 });
    await expect(table.getByText('AAA0A00')).toBeVisible();
    expect(provider.held.trackers.at(-1)).toMatchObject({ equipamento: 'ONLY-HERE' });

    // the same in English and in the dark
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript("localStorage.setItem('atalaia.language', 'en')");
    await page.reload();
    const english = page.getByRole('grid', { name: 'Result' });
    await expect(english.getByText('Created at the provider')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Finished', { exact: true })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  } finally {
    await server.stop();
    await provider.close();
  }
});
