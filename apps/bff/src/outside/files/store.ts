import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Kek } from '../../db/kek.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { piecesOf } from '../../engine/pieces.ts'
import type { Faults } from '../../ports/faults.ts'
import { isThere, pathOf, type Written, writeDurably } from './disk.ts'
import { createFileLinks } from './links.ts'
import type { DocumentOpener, FileStore, NewFile, PageImage } from '../../ports/files.ts'

type Parts = {
  config: Pick<Config, 'BASE_URL' | 'DATA_DIR'>
  kek: Kek
  random: (bytes: number) => Uint8Array
  faults: Faults
  opener: DocumentOpener
}

export function createFileStore(parts: Parts): FileStore {
  const { config, kek, random, faults, opener } = parts
  const links = createFileLinks(parts)
  return { put, read, open: opener.open, linkTo: links.linkTo, openLink: links.open }

  async function put(tx: Tx, partnerId: string, files: readonly NewFile[]): Promise<string[]> {
    const named = await Promise.all(files.map(nameFile))
    const byHash = new Map(
      named
        .flatMap(({ pictures, ...file }) => [...pictures, file])
        .map((file) => [file.sha256, file]),
    )
    // In one order for everybody, since each waits for whoever writes the same row.
    const distinct = [...byHash.values()].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    if (distinct.length === 0) return []
    await lockFiles(
      tx,
      partnerId,
      distinct.map(({ sha256 }) => sha256),
      'keep',
    )
    await faults.reach('file_put', 'before_effect')
    const written: Written[] = []
    for (const { sha256, bytes } of distinct) {
      const path = pathOf(config.DATA_DIR, partnerId, sha256)
      if (await isThere(path)) continue
      const draftName = `.${sha256}.${Buffer.from(random(8)).toString('hex')}.tmp`
      const sealing = kek.sealing(nameOf(partnerId, sha256), bytes.byteLength)
      for await (const piece of piecesOf(bytes)) sealing.add(piece)
      written.push({ path, bytes: sealing.finish(), draftName })
    }
    await writeDurably(written)
    await faults.reach('file_put', 'after_effect')
    await tx
      .insertInto('stored_file')
      .values(
        distinct.map(({ sha256, bytes, mime, opened }) => ({
          partner_id: partnerId,
          sha256: Buffer.from(sha256, 'hex'),
          bytes: bytes.byteLength,
          mime,
          pages: opened?.pages ?? null,
          created_at: serviceNow,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await insertPreviews(tx, partnerId, named)
    await faults.reach('file_put', 'before_commit')
    return named.map(({ sha256 }) => sha256)
  }

  async function read(partnerId: string, sha256: string): Promise<Uint8Array> {
    const sealed = await readFile(pathOf(config.DATA_DIR, partnerId, sha256))
    return kek.open(nameOf(partnerId, sha256), sealed)
  }
}

type NamedFile = NewFile & { sha256: string }
type NamedPicture = NamedFile & Pick<PageImage, 'width' | 'height'>

/** A file with its hash, and the pictures of its pages with theirs. */
async function nameFile(file: NewFile): Promise<NamedFile & { pictures: NamedPicture[] }> {
  const pictures: NamedPicture[] = []
  for (const { jpeg: bytes, width, height } of file.opened?.previews ?? [])
    pictures.push({ bytes, mime: 'image/jpeg', width, height, sha256: await hashOf(bytes) })
  return { ...file, sha256: await hashOf(file.bytes), pictures }
}

async function insertPreviews(
  tx: Tx,
  partnerId: string,
  files: readonly (NamedFile & { pictures: NamedPicture[] })[],
): Promise<void> {
  const rows = files.flatMap(({ sha256, pictures }) =>
    pictures.map((picture, at) => ({
      partner_id: partnerId,
      sha256: Buffer.from(sha256, 'hex'),
      page: at + 1,
      preview_sha256: Buffer.from(picture.sha256, 'hex'),
      width: picture.width,
      height: picture.height,
    })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('file_preview')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is known of kept files beside their bytes, by their hashes in lower-case hex. */
export type SeenFile = {
  pages?: number
  previews: { page: number; width: number; height: number; sha256: string }[]
}

export async function seenFiles(
  tx: Tx,
  partnerId: string,
  hashes: readonly string[],
): Promise<Map<string, SeenFile>> {
  if (hashes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('stored_file as s')
    .leftJoin('file_preview as p', (join) =>
      join.onRef('p.partner_id', '=', 's.partner_id').onRef('p.sha256', '=', 's.sha256'),
    )
    .select(['s.sha256', 's.pages', 'p.page', 'p.preview_sha256', 'p.width', 'p.height'])
    .where('s.partner_id', '=', partnerId)
    .where(
      's.sha256',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .orderBy('p.page')
    .execute()
  const seen = new Map<string, SeenFile>()
  for (const { sha256, pages, page, preview_sha256: picture, width, height } of rows) {
    const hash = sha256.toString('hex')
    const file = seen.get(hash) ?? { ...(pages !== null && { pages }), previews: [] }
    seen.set(hash, file)
    if (page !== null && picture !== null && width !== null && height !== null)
      file.previews.push({ page, width, height, sha256: picture.toString('hex') })
  }
  return seen
}

/** Bound to the ciphertext: a file moved to another partner or name does not open. */
const nameOf = (partnerId: string, sha256: string) => `file/v1 ${partnerId} ${sha256}`

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(bytes)) hash.update(piece)
  return hash.digest('hex')
}

/**
 * Whoever keeps a file and whoever sweeps it wait for each other, to the end of their transactions:
 * without it a file could be swept between the look at the disk and the commit of its row. Two who
 * keep the same file write the same bytes, so these do not wait. Several are taken in the order of
 * their hashes.
 */
export async function lockFiles(
  tx: Tx,
  partnerId: string,
  hashes: readonly string[],
  purpose: 'keep' | 'sweep',
): Promise<void> {
  const lock = sql.raw(`pg_advisory_xact_lock${purpose === 'keep' ? '_shared' : ''}`)
  for (const sha256 of hashes.toSorted()) {
    const name = nameOf(partnerId, sha256)
    await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(tx)
  }
}

/** Which of these files have a row. */
export async function keptOf(tx: Tx, partnerId: string, hashes: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('stored_file')
    .select('sha256')
    .where('partner_id', '=', partnerId)
    .where(
      'sha256',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute()
  return new Set(rows.map(({ sha256 }) => Buffer.from(sha256).toString('hex')))
}
