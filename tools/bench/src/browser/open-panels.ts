/** What the unfolded strip and the open dashboard cost the page while updates come in. */
import type { Page } from '@playwright/test';

const settleMs = 3_000;

/** Tasks of 50 ms and more with both open, ms. The strip is unfolded already, whatever was searched in it. */
export async function tasksWithPanelsOpen(page: Page, forMs: number): Promise<readonly number[]> {
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('');
  await page.getByRole('button', { name: 'Painel de indicadores', exact: true }).click();
  await page.waitForTimeout(settleMs);
  const fromMs = await page.evaluate<number>('performance.now()');
  await page.waitForTimeout(forMs);
  return page.evaluate<number[]>(
    `window.__benchWatch.longTasks.filter(([atMs]) => atMs >= ${fromMs}).map(([, tookMs]) => tookMs)`,
  );
}
