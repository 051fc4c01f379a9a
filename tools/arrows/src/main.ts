/** Checks the arrows of this repository: lists what breaks them and ends with 1, or says that nothing does. */
import { join } from 'node:path';
import { breachesIn } from './check.ts';
import { sourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../../..');
const breaches = breachesIn(root);
for (const breach of breaches) console.log(breach);
console.log(`${sourceFiles(root).length} files, ${breaches.length} breaches`);
process.exitCode = breaches.length > 0 ? 1 : 0;
