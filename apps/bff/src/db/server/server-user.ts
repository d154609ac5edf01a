import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user the embedded server runs as, where it is not our own. PostgreSQL refuses root. */
export type ServerUser = { uid: number; gid: number }

/** `nobody` when we are root, otherwise nothing: the server runs as we do. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

/** Whether the user may reach a path: every directory above it, and itself when it is one. */
export function canReach(path: string, user: ServerUser | undefined): boolean {
  if (!user) return true
  const real = realpathSync(nearestExisting(path))
  for (let at = real; ; at = dirname(at)) {
    const stat = statSync(at)
    if (stat.isDirectory() && !grants(stat, user, 0o1)) return false
    if (at === dirname(at)) return true
  }
}

/** Whether the user may read a file or list a directory, according to its mode. */
export function canRead(path: string, user: ServerUser | undefined): boolean {
  return !user || (canReach(path, user) && grants(statSync(path), user, 0o4))
}

function grants(stat: { mode: number; uid: number; gid: number }, user: ServerUser, bit: number) {
  const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0
  return ((stat.mode >> shift) & bit) !== 0
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}
