import type { Page } from '@playwright/test';

const panMs = 3000;
const framesOf = 'window.__benchFrames';

/** Draws the shown route as a chart, all of its rows in sight, and drags it to and fro; frames a second meanwhile. */
export async function panChart(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^(Ver como gráfico|Show as a chart)$/ }).click();
  const chart = page.getByRole('slider', { name: /^(Gráfico|Chart)$/ });
  await chart.waitFor();
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart has no place on the page');
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middleX, middleY);
  // half of the rows in sight, so that there is somewhere to go
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -100);
  await page.waitForTimeout(500);
  await page.evaluate(
    `${framesOf} = 0; (function count() { ${framesOf} += 1; requestAnimationFrame(count); })()`,
  );
  await page.mouse.down();
  const startMs = performance.now();
  for (let step = 0; performance.now() - startMs < panMs; step += 1)
    await page.mouse.move(middleX + Math.sin(step / 20) * box.width * 0.3, middleY);
  const seconds = (performance.now() - startMs) / 1000;
  await page.mouse.up();
  return Number(await page.evaluate(framesOf)) / seconds;
}
