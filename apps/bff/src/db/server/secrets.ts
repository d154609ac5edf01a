import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
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
  const draft = writeDraft(path, fresh)
  try {
    // A link fails where the name exists, so the first writer wins and no one reads half a file.
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
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
  const draft = writeDraft(path, password ? { ...others, corridor_signer: password } : others)
  renameSync(draft, path)
}

/** A file of our own making: one that lies there already, or a link, is not written through. */
function writeDraft(path: string, secrets: Secrets): string {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

function read(path: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  chmodSync(path, 0o600)
  try {
    return Secrets.parse(JSON.parse(text))
  } catch {
    throw new StartRefused(
      `${path} is not a list of database passwords. Restore it from a copy; it is never made anew over an existing one.`,
    )
  }
}
