// `npm run dev`: the server restarts and the dashboard is rebuilt on every change of a source file.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './stamp.mjs'

const web = join(root, 'apps', 'web')
const children: ChildProcess[] = [
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--watch'], {
    cwd: web,
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
  spawn(process.execPath, ['--watch', 'apps/bff/src/main.ts'], { cwd: root, stdio: 'inherit' }),
]

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
for (const child of children) child.once('exit', stop)
