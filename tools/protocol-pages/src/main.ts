/** `npm run -s docs:protocols`: writes `docs/protocols` from the registry and the vectors. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { protocolPages } from './pages.ts';

const folder = join(import.meta.dirname, '../../../docs/protocols');
const pages = protocolPages();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(join(folder, name));
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`${pages.size} pages in docs/protocols`);
