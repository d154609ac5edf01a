import { execFileSync } from 'node:child_process'
import type { Config } from '../../config/config.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { canRead, type ServerUser, serverUser } from '../../db/server/server-user.ts'

/** Whom the processes run as; undefined for both where we are not root and cannot choose. */
export type Users = { service: ServerUser | undefined; signer: ServerUser | undefined }

/**
 * The users of the service and of the signer. As root they are three different ones with the
 * database's, none of them root: whoever is one of them can then read no file and no memory of another.
 * @throws StartRefused
 */
export function chooseUsers(config: Pick<Config, 'SERVICE_USER' | 'SIGNER_USER'>): Users {
  const database = serverUser()
  if (!database) return { service: undefined, signer: undefined }
  const service = userOf('SERVICE_USER', config.SERVICE_USER)
  const signer = userOf('SIGNER_USER', config.SIGNER_USER)
  const uids = [0, database.uid, service.uid, signer.uid]
  if (new Set(uids).size !== uids.length) {
    throw new StartRefused(
      'SERVICE_USER and SIGNER_USER must be two users, neither of them root nor nobody, whom the database runs as.',
    )
  }
  return { service, signer }
}

/** @throws StartRefused where a user cannot run the program */
export function checkReadable(users: Users, files: readonly string[]): void {
  for (const [name, user] of Object.entries(users)) {
    const closed = files.find((file) => !canRead(file, user))
    if (closed !== undefined) {
      throw new StartRefused(
        `SIGNER=process: the user of the ${name} cannot read ${closed}. Install the program where every user can read it, e.g. below /opt.`,
      )
    }
  }
}

function userOf(setting: string, text: string): ServerUser {
  const [, uid, gid = uid] = /^(\d+)(?::(\d+))?$/.exec(text) ?? []
  if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  const id = (flag: string) =>
    Number(
      execFileSync('id', [flag, text], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch (error) {
    throw new StartRefused(`${setting}: this machine has no user ${text}.`, { cause: error })
  }
}
