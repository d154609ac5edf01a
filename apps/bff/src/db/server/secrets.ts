import { chmodSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeDraft, writeOnce } from '../../config/own-file.ts'
import { StartRefused } from '../../config/start-refused.ts'

const Secrets = z.strictObject({
  corridor_admin: z.string().min(20),
  corridor_owner: z.string().min(20),
  corridor_app: z.string().min(20),
  corridor_worker: z.string().min(20),
  /** Not here where the signer has a process of its own, which keeps it. */
  corridor_signer: z.string().min(20).optional(),
})

/** One scram password for each role of the database. */
export type Secrets = z.infer<typeof Secrets>

/** Reads `DATA_DIR/secrets`, or makes it (0600). Two processes that start at once get the same. */
export function loadSecrets(dataDir: string, random: (bytes: number) => Uint8Array): Secrets {
  const path = join(dataDir, 'secrets')
  const found = read(path)
  if (found) return found

  const password = () => newPassword(random)
  const fresh: Secrets = {
    corridor_admin: password(),
    corridor_owner: password(),
    corridor_app: password(),
    corridor_worker: password(),
    corridor_signer: password(),
  }
  writeOnce(path, textOf(fresh))
  return read(path) ?? fresh
}

export function newPassword(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(24)).toString('base64url')
}

/** Keeps the signer's password in `DATA_DIR/secrets`, or no longer. */
export function keepSignerPassword(dataDir: string, password: string | undefined): void {
  const path = join(dataDir, 'secrets')
  const found = read(path)
  if (!found) throw new Error(`${path} is gone.`)
  const { corridor_signer: former, ...others } = found
  if (former === password) return
  const kept = password ? { ...others, corridor_signer: password } : others
  renameSync(writeDraft(path, textOf(kept)), path)
}

const textOf = (secrets: Secrets) => `${JSON.stringify(secrets, null, 2)}\n`

function read(path: string): Secrets | undefined {
  const text = readIfThere(path)
  if (text === undefined) return undefined
  chmodSync(path, 0o600)
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new StartRefused(
      `${path} is not a list of database passwords. Restore it from a copy; it is never made anew over an existing one.`,
    )
  }
}
