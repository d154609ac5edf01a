// Installs the workspace when it is not installed or the lockfile has changed; otherwise touches
// neither the network nor the disk. Needs only Node 20 and npm.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, step } from './child.mjs'
import { hashOf, readStamp, root, writeStamp } from './stamp.mjs'

export async function ensureInstalled() {
  const platform = `${process.platform}-${process.arch}`
  const wanted = hashOf(['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs'], [platform])
  if (readStamp('install') === wanted && existsSync(pinnedNode)) return

  const { packageManager } = /** @type {{ packageManager: string }} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  )
  process.stderr.write(`Installing dependencies with ${packageManager}\n`)
  // CI=true: never a question, also when node_modules has to be replaced.
  await step('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'], {
    env: { CI: 'true' },
  })
  writeStamp('install', wanted)
}
