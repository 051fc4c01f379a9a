import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { filesAhead } from './build/files-ahead.ts';
import { createFilesTogether } from './build/files-together.ts';
import { leanContract, leanOpenLayers, leanZod } from './build/leave-out.ts';
import { serviceWorker } from './build/service-worker.ts';

/**
 * The name a class of a CSS module bears on the page: its own with a hash of its file's path. The default takes five
 * characters of a hash of the file's text, and two files that met in it laid each other's screens out.
 */
function createScopedClass(root: string) {
  return (local: string, file: string): string => {
    const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
    return `_${local}_${createHash('sha256').update(path).digest('base64url').slice(0, 8)}`;
  };
}

/** The API server that `vite dev` and `vite preview` are in front of; in production the same process serves both. */
const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';
const proxy = { '/api': { target: server, ws: true } };

export default defineConfig({
  plugins: [react(), leanOpenLayers(), leanZod(), leanContract(), filesAhead(), serviceWorker()],
  // The server puts a fresh nonce in its place in every index.html it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: createScopedClass(import.meta.dirname),
    },
  },
  build: {
    rolldownOptions: {
      // Icon paths are inlined where they are shown: all icons are one module, which the sign-in would load whole.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            // One file with the module that forbids code from text, so that it runs before any schema is made.
            { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/, priority: 2 },
            // What every page starts with, in one file.
            { name: 'start', tags: ['$initial'], priority: 1 },
            { debugName: 'together', name: createFilesTogether(join(import.meta.dirname, 'src')) },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy },
  preview: { proxy },
});
