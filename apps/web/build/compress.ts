import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compressible = /\.(js|css|svg|json)$/

/** Of a library's files: the last percent would take most of the build's time. */
const quick = 9

/** Writes `.br` and `.gz` beside each hashed asset; `index.html` is left out, because its nonce changes per answer. */
export function compressAssets(): Plugin {
  let outDir = 'dist'
  return {
    name: 'corridor:compress-assets',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const files = await readdir(outDir, { recursive: true })
      const chosen = files.filter((file) => compressible.test(file) && !file.startsWith('.vite'))
      await Promise.all(chosen.map((file) => compressFile(join(outDir, file))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  const [small, zipped] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: /[\\/]reference-/.test(path) ? quick : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    zip(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)])
}
