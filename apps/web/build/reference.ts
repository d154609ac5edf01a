import { cp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const library = join(import.meta.dirname, '../node_modules/@scalar/api-reference')

/**
 * Puts the library of the API reference page beside our own files, as its makers built it, in a
 * folder that is named by its version: the server shows it at `/docs`, the dashboard never loads it.
 */
export function copyReference(): Plugin {
  let outDir = 'dist'
  return {
    name: 'corridor:copy-reference',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle: async () => {
      const manifest = await readFile(join(library, 'package.json'), 'utf8')
      const { version } = JSON.parse(manifest) as { version: string }
      await cp(join(library, 'dist/browser'), join(outDir, 'assets', `reference-${version}`), {
        recursive: true,
        // Its other build is the same in one file.
        filter: (path) => !/\.map$|standalone\.js$/.test(path),
      })
    },
  }
}
