import './lib/zod-without-eval.ts';
import './ui/base.css';
import './ui/tokens.css';
import './ui/mantine.css';
import './ui/layout/tones.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { Providers } from './app/providers.tsx';
import { createParts } from './app/start/create-parts.ts';

/** Not awaited by the module itself: the files of the screens import from this one, and would wait for it to end. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element "root"');
  const parts = await createParts();
  createRoot(root).render(
    <Providers parts={parts}>
      <App />
    </Providers>,
  );
}

void start();
