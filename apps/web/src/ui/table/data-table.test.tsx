// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { DataTable, TwoLines } from './data-table.tsx';

test('a text that may be cut can be read whole, also where two stand in one cell', () => {
  onTestFinished(cleanup);
  const long = 'Transportes Interestaduais do Vale '.repeat(9).trim();
  render(
    <DataTable
      label="x"
      rows={[{ id: 1 }]}
      keyOf={({ id }) => id}
      columns={[
        { key: 'one', title: 'one', cell: () => long },
        { key: 'two', title: 'two', cell: () => <TwoLines first={`1 ${long}`} second={`2 ${long}`} /> },
      ]}
    />,
  );
  for (const text of [long, `1 ${long}`, `2 ${long}`])
    expect(screen.getByText(text).getAttribute('title')).toBe(text);
});
