import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { checkCluster } from './cluster-home.ts'
import type { Site } from './site.ts'

export const adminRole = 'corridor_admin'

/** Makes the cluster beside its place and moves it there whole, so that a kill leaves no half of it. */
export async function createCluster({ binaries, cluster, secrets, user }: Site): Promise<void> {
  const draft = `${cluster}.new-${process.pid}`
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, secrets.corridor_admin, { mode: 0o600 })
  if (user) {
    chownSync(draft, user.uid, user.gid)
    chownSync(passwordFile, user.uid, user.gid)
  }
  const place = ['-D', draft, '-U', adminRole, `--pwfile=${passwordFile}`]
  const kind = ['--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8', '--no-instructions']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await promisify(execFile)(binaries.initdb, [...place, ...kind, ...locale], {
      ...user,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    })
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Two first starts at once: the other one's cluster is in place and whole.
    if (!checkCluster(cluster, binaries.major)) throw error
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Removes what a killed first start left, but not the work of a process that is still at it. */
export function clearDrafts(cluster: string): void {
  const home = dirname(cluster)
  const pattern = new RegExp(`^${basename(cluster)}\\.new-(\\d+)`)
  for (const name of readdirSync(home)) {
    const pid = Number(pattern.exec(name)?.[1])
    if (!Number.isInteger(pid) || (pid !== process.pid && existsProcess(pid))) continue
    try {
      rmSync(join(home, name), { recursive: true, force: true })
    } catch {
      // The killed process's initdb may still be writing there; the next start tries again.
    }
  }
}

function existsProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
