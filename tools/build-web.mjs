// Builds the dashboard when one of its inputs has changed since the last build.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, step } from './child.mjs'
import { filesUnder, hashOf, readStamp, root, writeStamp } from './stamp.mjs'

const web = join(root, 'apps', 'web')

export async function ensureWebBuilt() {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'src'))
  const inputs = filesUnder(['pnpm-lock.yaml', 'tsconfig.base.json', 'apps/web', ...packages])
  const wanted = hashOf(inputs.filter((file) => !/\.(test|spec)\.tsx?$/.test(file)))
  if (readStamp('web') === wanted && existsSync(join(web, 'dist', 'index.html'))) return

  process.stderr.write('Building the dashboard\n')
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js')
  await step(pinnedNode, [vite, 'build', '--logLevel', 'warn'], { cwd: web })
  writeStamp('web', wanted)
}
