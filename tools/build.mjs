// Builds the dashboard and the server's programs, each when one of its inputs has changed since its
// last build. As a command it takes their names: `node tools/build.mjs server`.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { pinnedNode, step } from './child.mjs'
import { filesUnder, hashOf, readStamp, root, writeStamp } from './stamp.mjs'

const web = join(root, 'apps', 'web')
const bff = join(root, 'apps', 'bff')

/**
 * The service and its command line, as they are run (apps/bff/rolldown.config.ts), in a checkout.
 * @param {string} checkout
 */
export const programsIn = (checkout) => ({
  main: join(checkout, 'apps/bff/dist/server/main.mjs'),
  admin: join(checkout, 'apps/bff/dist/server/admin.mjs'),
})
export const programs = programsIn(root)

/** @type {Record<'server' | 'web', { inputs: string[], output: string, run: () => Promise<void> }>} */
const builds = {
  server: {
    inputs: ['apps/bff/src', 'apps/bff/package.json', 'apps/bff/rolldown.config.ts'],
    output: programs.main,
    run: () =>
      step(
        pinnedNode,
        [
          join(bff, 'node_modules/rolldown/bin/cli.mjs'),
          '-c',
          'rolldown.config.ts',
          '--logLevel=warn',
        ],
        { cwd: bff },
      ),
  },
  web: {
    inputs: ['apps/web'],
    output: join(web, 'dist', 'index.html'),
    run: async () => {
      // English first: its build empties the folder that the others stand in.
      for (const language of ['en', ...readdirSync(join(web, 'messages'))]) {
        await step(
          pinnedNode,
          [join(web, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
          { cwd: web, env: { ...process.env, VITE_LANGUAGE: language } },
        )
      }
    },
  },
}

/** @param {readonly string[]} names which to look after */
export async function ensureBuilt(names) {
  for (const [name, { inputs, output, run }] of Object.entries(builds)) {
    if (!names.includes(name)) continue
    const shared = readdirSync(join(root, 'packages')).map((each) => join('packages', each, 'src'))
    const files = filesUnder(['pnpm-lock.yaml', 'tsconfig.base.json', ...inputs, ...shared])
    const wanted = hashOf(files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file)))
    if (readStamp(name) === wanted && existsSync(output)) continue

    process.stderr.write(`Building the ${name === 'web' ? 'dashboard' : name}\n`)
    await run()
    writeStamp(name, wanted)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt(process.argv.slice(2))
