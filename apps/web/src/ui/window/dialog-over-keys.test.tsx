// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { Dialog } from './dialog.tsx';

/** A window that is gone as soon as it closes: for a real key a browser lets React draw between two listeners, for a test's it does not. */
function PartBelow({ onEscape }: { onEscape: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  const [isOpened, setOpened] = useState(false);
  useKeys(part, [{ key: 'Escape', act: onEscape }]);
  return (
    <div ref={part}>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {isOpened && (
        <Dialog opened title="Over" closeLabel="Close" onClose={() => flushSync(() => setOpened(false))}>
          Text
        </Dialog>
      )}
    </div>
  );
}

test('[LIST-04] where nothing has the focus Escape closes the window over a page, and the page by the next press alone', async () => {
  const visible = vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
  onTestFinished(() => visible.mockRestore());
  const onEscape = vi.fn();
  await act(() => renderPage(<PartBelow onEscape={onEscape} />));
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([screen.queryByRole('dialog'), onEscape.mock.calls]).toEqual([null, []]);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onEscape).toHaveBeenCalledOnce();
});
