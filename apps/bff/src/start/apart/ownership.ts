import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { writeOnce } from '../../config/own-file.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { newPassword } from '../../db/server/secrets.ts'
import type { ServerUser } from '../../db/server/server-user.ts'
import type { Users } from './users.ts'

/** What root reads and the service must not: settings, passwords, keys, and where the database is. */
const ofRoot = /^(secrets|kek|corridor\.env|postgres\.json|postgres\.log(\.1)?)$/
/** Of the database's user and of the signer's. */
const ofOthers = /^(postgres(\..*)?|signer)$/

/**
 * Gives `DATA_DIR` to the service, but for what is root's, the database's and the signer's. The
 * service may make files in it, and only remove its own: the folder stays root's, with the sticky bit.
 * @throws StartRefused where a file that root trusts was not made by root
 */
export function giveDataDir(dataDir: string, { service }: Users): void {
  if (!service) return
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (ofRoot.test(name)) {
      if (lstatSync(path).uid !== 0)
        throw new StartRefused(`${path} must belong to root; it was not written by this program.`)
      chmodSync(path, 0o600)
    } else if (!ofOthers.test(name)) giveTree(path, service)
  }
  chownSync(dataDir, 0, service.gid)
  chmodSync(dataDir, 0o1771)
}

/** Links are not followed, and a file with a second name may be somebody else's under the first. */
function giveTree(path: string, user: ServerUser): void {
  const stat = lstatSync(path)
  if (stat.isFile() && stat.nlink > 1) return
  if (stat.uid !== user.uid || stat.gid !== user.gid) lchownSync(path, user.uid, user.gid)
  if (!stat.isDirectory()) return
  for (const name of readdirSync(path)) giveTree(join(path, name), user)
}

export type SignerFiles = { keyFile: string; passwordFile: string; password: string }

/**
 * The signer's files, its user's alone: the key file, where there is one already, and the password of
 * its database role, made where it is missing.
 */
export function makeSignerFiles(
  config: Pick<Config, 'DATA_DIR' | 'SIGNER_KEY_FILE'>,
  { signer }: Users,
  random: (bytes: number) => Uint8Array,
): SignerFiles {
  const folder = join(config.DATA_DIR, 'signer')
  const passwordFile = join(folder, 'password')
  const keyFile = config.SIGNER_KEY_FILE
  const made = [folder, dirname(keyFile)].filter((path) => !existsSync(path))
  for (const path of made) mkdirSync(path, { recursive: true, mode: 0o700 })
  if (!existsSync(passwordFile)) writeOnce(passwordFile, newPassword(random))
  const password = readFileSync(passwordFile, 'utf8').trim()
  if (signer) {
    const own = [...made, folder, passwordFile, ...(existsSync(keyFile) ? [keyFile] : [])]
    for (const path of own) lchownSync(path, signer.uid, signer.gid)
    chmodSync(folder, 0o700)
  }
  return { keyFile, passwordFile, password }
}
