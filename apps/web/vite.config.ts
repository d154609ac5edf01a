import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './build/compress.ts'

/** The server answers `index.html` with this text replaced by a fresh nonce (see docs: content security policy). */
const noncePlaceholder = '__CSP_NONCE__'

export default defineConfig({
  plugins: [react(), tailwindcss(), compressAssets()],
  html: { cspNonce: noncePlaceholder },
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: { '/bff': { target: process.env['BFF_URL'] ?? 'http://localhost:8787' } },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
    // A browser that does not know the hint loads the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first page lists every other file, and hashes do not compress: names are short.
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // React and the router change rarely: one chunk with a long life in caches.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
