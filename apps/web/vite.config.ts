import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groups } from './build/chunks.ts'
import { compressAssets } from './build/compress.ts'
import { loadImportsAgain } from './build/load-again.ts'
import { messages } from './build/messages.ts'
import { copyReference } from './build/reference.ts'

/** The server answers `index.html` with this text replaced by a fresh nonce (see docs: content security policy). */
const noncePlaceholder = '__CSP_NONCE__'

/** English is the page at `/`; another language has its files in a folder of its own. */
const language = process.env['VITE_LANGUAGE'] ?? 'en'
const isEnglish = language === 'en'

const webCrypto = fileURLToPath(new URL('./build/web-crypto.ts', import.meta.url))

export default defineConfig({
  base: isEnglish ? '/' : `/${language}/`,
  plugins: [
    react(),
    tailwindcss(),
    messages(language),
    loadImportsAgain(),
    isEnglish && copyReference(),
    compressAssets(),
  ],
  // What Node before 19 needs of a library; a browser has it already.
  resolve: { alias: [{ find: /^crypto$/, replacement: webCrypto }] },
  html: { cspNonce: noncePlaceholder },
  server: {
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: { '/bff': { target: process.env['BFF_URL'] ?? 'http://localhost:8787' } },
  },
  build: {
    outDir: isEnglish ? 'dist' : `dist/${language}`,
    // The English build comes first and empties the folder of all.
    emptyOutDir: isEnglish,
    copyPublicDir: isEnglish,
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
        codeSplitting: { groups },
      },
    },
  },
})
