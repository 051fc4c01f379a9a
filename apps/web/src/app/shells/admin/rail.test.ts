import { expect, test } from 'vitest';
import { menuOf } from '../manage/manage-views.ts';
import { dividedMenu, roomFor } from './rail.tsx';

test('[SHELL-03] what is behind "Mais" stands in the menu itself where the window is high enough', () => {
  expect(roomFor(1080, 13, false)).toBeGreaterThanOrEqual(7);
  expect(roomFor(768, 13, false)).toBe(2);
  expect(roomFor(500, 13, false)).toBe(0);
  const { views, more } = menuOf('admin');
  expect(dividedMenu({ views, more }, 2, false).direct).toEqual([...views, more[0]]);
  expect(dividedMenu({ views, more }, 0, false)).toEqual({ direct: views, more });
  expect(dividedMenu({ views, more }, more.length, false).more).toEqual([]);
});

test('[SHELL-03] on a touch screen the way out is not below the edge, whatever its height: the last entries are behind "Mais"', () => {
  const menu = menuOf('admin');
  for (const height of [390, 768, 820, 1024, 1180, 1366]) {
    const { direct, more } = dividedMenu(menu, roomFor(height, menu.views.length + 3, true), true);
    expect([...direct, ...more], `${height}`).toEqual([...menu.views, ...menu.more]);
    // beside them the map, the desk, the server, "Mais" and the two at the foot; 44 px and a gap each, lines and padding
    const entries = direct.length + 3 + (more.length > 0 ? 1 : 0) + 2;
    expect(56 + 16 + 2 * 11 + entries * 46, `${height}`).toBeLessThanOrEqual(height);
    if (more.length > 0) expect(direct.length, `${height}`).toBe(Math.max(0, roomFor(height, 3, true) - 1));
  }
});
