import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'rolldown'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, 'dist', 'server')

/** A file of ours that lies beside a source (a migration, a sample) is still found from the bundle. */
const filesStayBesideSources: Plugin = {
  name: 'files-stay-beside-sources',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined
    const source = JSON.stringify(relative(target, id))
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
}

/** One letter beyond Latin-1 has V8 keep the whole file in two bytes a letter, as long as it runs. */
const oneByteALetter: Plugin = {
  name: 'one-byte-a-letter',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\xff]/g, escaped)
  },
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

// The service, its command line and the signer as programs over shared chunks: opening 2,300 modules one by
// one takes twice the time of all else in a start, and memory (ADR 46). Not minified, so that a stack
// trace can be read.
export default defineConfig({
  input: {
    main: join(here, 'src/main.ts'),
    admin: join(here, 'src/admin/main.ts'),
    signer: join(here, 'src/start/signer/process.ts'),
  },
  platform: 'node',
  // These look for files or parts of their own at run time.
  external: [/^(i18n-iso-countries|nodemailer|pg|pg-boss|pino)(\/|$)/],
  plugins: [filesStayBesideSources, oneByteALetter],
  output: {
    dir: target,
    cleanDir: true,
    format: 'esm',
    comments: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  },
})
