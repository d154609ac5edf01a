import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Kek } from '../db/kek.ts'
import type { Tx } from '../db/open.ts'
import type { Faults } from '../workers/faults.ts'
import { isThere, pathOf, writeDurably } from './disk.ts'
import { createFileLinks, type FileLinks } from './links.ts'

/**
 * Files of customers, encrypted in `DATA_DIR/files` and named by their content. `partnerId` is the
 * partner's uuid, `sha256` lower-case hex.
 */
export type FileStore = {
  /**
   * Keeps a file within the caller's transaction. It is on disk before its row can commit; kept
   * twice it is the same file. A transaction that rolls back leaves an orphan for the sweeper.
   */
  put(
    tx: Tx,
    partnerId: string,
    bytes: Uint8Array,
    mime: string,
  ): Promise<{ sha256: string; bytes: number }>
  /** @throws where the file is missing, altered or another partner's */
  read(partnerId: string, sha256: string): Promise<Uint8Array>
  /** An absolute address to download it from, good for 15 minutes of service time from `at` on. */
  linkTo: FileLinks['linkTo']
  /** What a link's token says, expired or not; nothing for a forged one. */
  openLink: FileLinks['open']
}

type Parts = {
  config: Pick<Config, 'BASE_URL' | 'DATA_DIR'>
  kek: Kek
  random: (bytes: number) => Uint8Array
  faults: Faults
}

export function createFileStore(parts: Parts): FileStore {
  const { config, kek, random, faults } = parts
  const links = createFileLinks(parts)
  return { put, read, linkTo: links.linkTo, openLink: links.open }

  async function put(tx: Tx, partnerId: string, bytes: Uint8Array, mime: string) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = pathOf(config.DATA_DIR, partnerId, sha256)
    await lockFile(tx, partnerId, sha256)
    faults.reach('file_put', 'before_effect')
    if (!(await isThere(path))) {
      const draft = `.${sha256}.${Buffer.from(random(8)).toString('hex')}.tmp`
      await writeDurably(path, kek.seal(nameOf(partnerId, sha256), bytes), draft)
    }
    faults.reach('file_put', 'after_effect')
    await tx
      .insertInto('stored_file')
      .values({
        partner_id: partnerId,
        sha256: Buffer.from(sha256, 'hex'),
        bytes: bytes.byteLength,
        mime,
        created_at: sql<Date>`service_now()`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    faults.reach('file_put', 'before_commit')
    return { sha256, bytes: bytes.byteLength }
  }

  async function read(partnerId: string, sha256: string): Promise<Uint8Array> {
    const sealed = await readFile(pathOf(config.DATA_DIR, partnerId, sha256))
    return kek.open(nameOf(partnerId, sha256), sealed)
  }
}

/** Bound to the ciphertext: a file moved to another partner or name does not open. */
const nameOf = (partnerId: string, sha256: string) => `file/v1 ${partnerId} ${sha256}`

/**
 * Whoever keeps a file and whoever sweeps it wait for each other, to the end of their transactions:
 * without it a file could be swept between the look at the disk and the commit of its row.
 */
export async function lockFile(tx: Tx, partnerId: string, sha256: string): Promise<void> {
  const name = nameOf(partnerId, sha256)
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
