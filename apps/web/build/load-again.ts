import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'
const loadAgain = fileURLToPath(new URL('../src/routing/load-again.ts', import.meta.url))
const exported = 'export const __vitePreload ='

/** Lets every `import()` of the built dashboard wait for the network, by the one function that all of them call. */
export function loadImportsAgain(): Plugin {
  return {
    name: 'corridor:load-imports-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code, id) => {
        if (id !== helper) return undefined
        if (!code.includes(exported)) throw new Error('The preload helper of Vite has changed')
        return [
          `import { loadAgain } from ${JSON.stringify(loadAgain)}`,
          code.replace(exported, 'const preloadOnceMore ='),
          `${exported} (...of) => loadAgain(() => preloadOnceMore(...of))`,
        ].join('\n')
      },
    },
  }
}
