// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Menu, MenuItem } from './menu.tsx';

test('[STRIP-02] a menu is there with the click that opens it, and gone with the one that chooses', () => {
  onTestFinished(cleanup);
  const choose = vi.fn();
  // as in a browser: for tests the kit leaves out whatever takes time
  render(
    <MantineProvider>
      <Menu target={<button type="button">Order</button>}>
        <MenuItem icon="" onClick={choose}>
          By name
        </MenuItem>
      </Menu>
    </MantineProvider>,
  );
  expect(screen.queryByText('By name')).toBeNull();
  fireEvent.click(screen.getByText('Order'));
  fireEvent.click(screen.getByText('By name'));
  expect(choose).toHaveBeenCalledOnce();
  expect(screen.queryByText('By name')).toBeNull();
});
