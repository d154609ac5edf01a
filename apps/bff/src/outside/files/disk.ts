import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Folder of kept files within `DATA_DIR`. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

const partnerPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hashPattern = /^[0-9a-f]{64}$/

/** Where a file lies: made of the partner's uuid and the hash alone, never of what a caller sent. */
export function pathOf(dataDir: string, partnerId: string, sha256: string): string {
  if (!partnerPattern.test(partnerId) || !hashPattern.test(sha256))
    throw new TypeError('a kept file is named by the uuid of its partner and its hash')
  return join(filesFolder(dataDir), partnerId, sha256.slice(0, 2), sha256)
}

export const isHash = (name: string): boolean => hashPattern.test(name)
export const isDraft = (name: string): boolean => /^\.[0-9a-f]{64}\.[0-9a-f]+\.tmp$/.test(name)
export const isPartner = (name: string): boolean => partnerPattern.test(name)

export async function isThere(path: string): Promise<boolean> {
  return (await timeOf(path)) !== undefined
}

/** When a file was last written, in ms; nothing where there is none. */
export async function timeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export type Written = { path: string; bytes: Uint8Array; draftName: string }

/**
 * Writes files so that a power cut leaves the whole of each or nothing: a draft beside it, its bytes
 * forced out, the name changed, and the folders that hold the names forced out too. They are written
 * side by side, and a folder of several is forced out once: most of the time goes by waiting for the
 * disk.
 */
export async function writeDurably(files: readonly Written[]): Promise<void> {
  const folders = new Set<string>()
  for (const { path } of files) {
    const folder = dirname(path)
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
    addFolders(folders, folder, firstMade === undefined ? folder : dirname(firstMade))
  }
  await inParallel(files, writeOne)
  await inParallel([...folders], syncFolder)
}

/** Forces out the names in a folder. */
export const syncFolder = (folder: string) => withHandle(folder, 'r', (handle) => handle.sync())

async function writeOne({ path, bytes, draftName }: Written): Promise<void> {
  const draft = join(dirname(path), draftName)
  try {
    await withHandle(draft, 'wx', async (handle) => {
      await handle.writeFile(bytes)
      await handle.sync()
    })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A folder and those above it, up to the one that stood before. */
function addFolders(folders: Set<string>, from: string, until: string): void {
  for (let folder = from; ; folder = dirname(folder)) {
    folders.add(folder)
    if (folder === until || folder === dirname(folder)) return
  }
}

/** Ends when all have ended, also where one fails: nothing continues in the background. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(items.map(work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function withHandle(
  path: string,
  flags: string,
  work: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags, 0o600)
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
