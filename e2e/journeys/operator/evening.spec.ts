import { seriousFindings } from '../../fixtures/axe.ts';
import { connectGt06 } from '../../fixtures/gt06-tracker.ts';
import { expect, fresh, imeiOf, moving, openAs, test } from '../../fixtures/journey.ts';
import { centreOf, markerOf, untilLive } from '../../fixtures/map-probe.ts';
import { createMonitor } from '../../fixtures/monitor.ts';
import { createCustomer } from '../../fixtures/open-case.ts';

test.use(moving);

const place = { latitude: -23.5503, longitude: -46.6339 };

for (const { language, theme, size } of [
  { language: 'pt-BR', theme: 'light', size: { width: 1366, height: 768 } },
  { language: 'pt-BR', theme: 'dark', size: { width: 1920, height: 1080 } },
] as const) {
  test.describe(`${theme}, ${size.width} px`, () => {
    test.use({ locale: language, colorScheme: theme, viewport: size });

    test('[MAP-06] [DESK-07] [PANEL-05] [PANEL-06] [REP-07] [WS-02] an evening: a vehicle is found, followed, its alarm answered, an incident opened, its day reported and shared, the line lost and back', async ({
      page,
      context,
      server,
      admin,
    }) => {
      const operator = await createMonitor(admin);
      const number = fresh();
      const customer = await createCustomer(admin, `Dona ${number}`);
      const plate = `QE${String(number).slice(-5)}`;
      const device = await admin.createDevice({
        ...{ uniqueId: imeiOf(number), name: `${plate} · Noite`, customerId: customer.id },
        attributes: { plate },
      });
      await admin.link(operator.id, device.id);
      const tracker = await connectGt06(server, device.uniqueId);
      const startMs = Date.now() - 60_000;
      let sent = 0;
      const drive = async (latitude: number, more: object = {}) => {
        sent += 1;
        await tracker.sendPosition({
          ...{ fixTimeMs: startMs + sent * 1000, ...place, latitude, speedKph: 40, ignition: true },
          ...more,
        });
      };
      for (let made = 0; made < 8; made += 1) await drive(place.latitude);
      await openAs(page, server, operator.email, '/admin');
      await untilLive(page);

      // found by its plate, with its town
      await page.keyboard.press('/');
      await page.keyboard.type(plate);
      await expect(page.getByRole('option').first()).toContainText(plate);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('region', { name: `Detalhes de ${device.name}` });
      await expect(panel).toContainText(/São Paulo, SP|Sé, SP/);

      // followed: the map goes with it
      await panel.getByRole('button', { name: 'Seguir' }).click();
      await drive(place.latitude + 0.01);
      await expect.poll(async () => (await centreOf(page)).latitude).toBeCloseTo(place.latitude + 0.01, 3);
      expect(await seriousFindings(page)).toEqual([]);

      // its alarm, answered by two keys; the vehicle is in front again afterwards
      await drive(place.latitude + 0.011, { alarm: 'sos' });
      await expect(page.getByRole('list', { name: 'Alarmes por tratar' }).getByRole('article')).toHaveCount(
        1,
      );
      await page.keyboard.press('F1');
      const work = page.getByRole('complementary', { name: 'Atendimento do alarme' });
      await expect(work.getByRole('button', { name: /^Confirmado/ })).toBeEnabled();
      await page.keyboard.press('F2');
      await expect(page.getByText('Alarme encerrado: Confirmado')).toBeVisible();
      await expect(panel).toBeVisible();

      // an incident of it
      await panel.getByRole('button', { name: 'Abrir Sinistro' }).click();
      await page.getByRole('option', { name: 'Roubo' }).click();
      await page.getByLabel('Descrição *').fill('Levado na porta de casa');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('Sinistro Aberto com Sucesso')).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Sinistro Aberto' })).toBeVisible();
      // whose owner can be called and written to from the card
      await expect(page.getByRole('link', { name: '(85) 3333-0000' })).toHaveAttribute(
        'href',
        'tel:8533330000',
      );
      await expect(page.getByRole('link', { name: 'cliente@journey.local' })).toBeVisible();

      // its day: at least seven rows fit, and no column is beyond the edge
      await panel.getByRole('button', { name: 'Rota de hoje' }).click();
      const report = page.getByRole('region', { name: 'Histórico de Rotas' });
      await expect(report).toContainText('10 linhas');
      for (const row of [0, 6])
        await expect(report.locator('tbody tr[id]').nth(row)).toBeInViewport({ ratio: 1 });
      const head = await report.getByRole('columnheader').last().boundingBox();
      const edge = await report.boundingBox();
      expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
      await report.getByRole('row').nth(2).click();
      await expect(report.getByRole('row').nth(2)).toHaveAttribute('aria-selected', 'true');
      expect(await seriousFindings(page)).toEqual([]);
      await report.getByRole('button', { name: 'Fechar', exact: true }).click();

      // shared for an hour
      await panel.getByRole('button', { name: 'Compartilhar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compartilhar localização' });
      await dialog.getByLabel('1 hora', { exact: true }).check();
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('Link')).toHaveValue(/\/shared\//);
      await page.keyboard.press('Escape');

      // the line is lost, said, tried again by hand, and what was missed is there
      await context.setOffline(true);
      const again = page.getByRole('button', { name: 'Tentar agora' });
      await expect(again).toBeVisible();
      await expect(
        page.getByText(/Sem conexão(?: ao vivo|: situação de .+) · (?:tenta em \d+ s|tentando…)/),
      ).toBeVisible();
      const pill = await again.boundingBox();
      expect((pill?.x ?? 0) + (pill?.width ?? 0)).toBeLessThanOrEqual(size.width);
      await drive(place.latitude + 0.02);
      await again.click();
      await expect(again).toBeVisible();
      await context.setOffline(false);
      await expect(again).toHaveCount(0);
      await expect
        .poll(async () => (await markerOf(page, device.id))?.colour, { timeout: 15_000 })
        .toBeDefined();
      await expect(panel).toContainText('40');
      await tracker.close();
    });
  });
}
