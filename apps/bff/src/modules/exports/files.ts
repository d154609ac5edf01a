import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createKek } from '../../db/kek.ts'
import type { Deps } from '../../ports/deps.ts'
import { readSealed, type SealedWriter, writeSealed } from '../../outside/files/sealed-stream.ts'

/** `partnerId` and `exportId` are UUIDs; `file` is the name that `begin` gave. */
export type ExportFile = { partnerId: string; file: string }
export type ExportLink = { partnerId: string; exportId: string; expiresAt: Date }

/** Of service time. */
const goodForMs = 15 * 60_000
const purpose = 'export link'
const partnerPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const filePattern = /^[0-9a-f-]{36}\.[0-9a-f]{16}$/
const Content = z.tuple([z.string(), z.string(), z.number()])

/** Files of exported lists, encrypted in `DATA_DIR/exports`, and the links to them. */
export function createExportFiles(deps: Pick<Deps, 'config' | 'kek' | 'random'>) {
  const { config, kek, random } = deps
  const root = join(config.DATA_DIR, 'exports')
  const linkKey = createKek(kek.derive('export-link/v1'), random)
  const key = kek.derive('export/v1')
  return { begin, read, remove, list, linkTo, openLink }

  /** Begins the file of one attempt; what becomes of it is written in the export's row. */
  async function begin(partnerId: string, exportId: string) {
    const of = { partnerId, file: `${exportId}.${Buffer.from(random(8)).toString('hex')}` }
    await mkdir(folderOf(partnerId), { recursive: true, mode: 0o700 })
    const writer = await writeSealed(pathOf(of), partsOf(of), random)
    return { ...of, writer: { ...writer, finish: () => finish(writer, partnerId) } }
  }

  /** The names of new files are forced out too: a power cut leaves no row without its file. */
  async function finish(writer: SealedWriter, partnerId: string) {
    const written = await writer.finish()
    for (const folder of [folderOf(partnerId), root, config.DATA_DIR]) await syncFolder(folder)
    return written
  }

  /** @throws where it is missing, altered or another's */
  function read(of: ExportFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    return readSealed(pathOf(of), partsOf(of))
  }

  async function remove(of: ExportFile): Promise<void> {
    await rm(pathOf(of), { force: true })
  }

  async function list(): Promise<(ExportFile & { path: string })[]> {
    const partners = (await namesIn(root)).filter((name) => partnerPattern.test(name))
    const all = await Promise.all(
      partners.map(async (partnerId) =>
        (await namesIn(folderOf(partnerId)))
          .filter((file) => filePattern.test(file))
          .map((file) => ({ partnerId, file, path: pathOf({ partnerId, file }) })),
      ),
    )
    return all.flat()
  }

  /** An absolute address, good for 15 minutes of service time from `at` on. */
  function linkTo(partnerId: string, exportId: string, at: Date): { url: string; expiresAt: Date } {
    const expiresAt = new Date(at.getTime() + goodForMs)
    const content = JSON.stringify([partnerId, exportId, expiresAt.getTime()])
    const token = Buffer.from(linkKey.seal(purpose, Buffer.from(content))).toString('base64url')
    return { url: `${config.BASE_URL}/files/exports/${token}`, expiresAt }
  }

  /** What a token of ours says, expired or not; nothing for any other text. */
  function openLink(token: string): ExportLink | undefined {
    const sealed = Buffer.from(token, 'base64url')
    // Of many spellings that a lenient reader takes, one is ours.
    if (sealed.toString('base64url') !== token) return undefined
    try {
      const opened = linkKey.open(purpose, sealed)
      const content: unknown = JSON.parse(Buffer.from(opened).toString('utf8'))
      const [partnerId, exportId, until] = Content.parse(content)
      return { partnerId, exportId, expiresAt: new Date(until) }
    } catch {
      return undefined
    }
  }

  function folderOf(partnerId: string): string {
    if (!partnerPattern.test(partnerId))
      throw new TypeError('an export belongs to a partner’s uuid')
    return join(root, partnerId)
  }

  function pathOf({ partnerId, file }: ExportFile): string {
    if (!filePattern.test(file)) throw new TypeError('an export’s file is named by its export')
    return join(folderOf(partnerId), file)
  }

  function partsOf({ partnerId, file }: ExportFile) {
    return { key, name: `export/v1 ${partnerId} ${file}` }
  }
}

async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
