import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The API server that `vite dev` and `vite preview` stand before; in production the same process serves both. */
const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';
const proxy = { '/api': { target: server, ws: true } };

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in its place in every index.html it answers.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { sourcemap: true, chunkSizeWarningLimit: 700 },
  worker: { format: 'es' },
  server: { proxy },
  preview: { proxy },
});
