import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '../../config/start-refused.ts'

const Secrets = z.strictObject({
  corridor_admin: z.string().min(20),
  corridor_owner: z.string().min(20),
  corridor_app: z.string().min(20),
  corridor_worker: z.string().min(20),
  corridor_signer: z.string().min(20),
})

/** One scram password for each role of the database. */
export type Secrets = z.infer<typeof Secrets>

/** Reads `DATA_DIR/secrets`, or makes it (0600). Two processes that start at once get the same. */
export function loadSecrets(dataDir: string, random: (bytes: number) => Uint8Array): Secrets {
  const path = join(dataDir, 'secrets')
  const found = read(path)
  if (found) return found

  const password = () => Buffer.from(random(24)).toString('base64url')
  const fresh: Secrets = {
    corridor_admin: password(),
    corridor_owner: password(),
    corridor_app: password(),
    corridor_worker: password(),
    corridor_signer: password(),
  }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flush: true })
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
