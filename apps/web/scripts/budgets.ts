// `node scripts/budgets.ts`: compares the built dashboard with its budgets and fails when one is passed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const web = join(import.meta.dirname, '..')
const ran = spawnSync(process.execPath, [join(web, 'node_modules', 'size-limit', 'bin.js')], {
  cwd: web,
  stdio: 'inherit',
})
process.exitCode = ran.status ?? 1
