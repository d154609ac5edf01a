import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const never = new Set(['node_modules', 'dist', '.git', '.data', 'test-results', 'artifacts'])

/** The repository, or a fixture that looks like one: rules read it, so that they can be tried on both. */
export type Tree = {
  /** Paths of all files below a folder (`''` for all), relative to the root and sorted. */
  files: (folder: string) => string[]
  /** Names of the folders in a folder that hold any file. */
  folders: (folder: string) => string[]
  read: (path: string) => string
  exists: (path: string) => boolean
}

export function treeAt(root: string): Tree {
  return { files, folders, read, exists }

  function files(folder: string): string[] {
    return names(folder)
      .flatMap((path) => (isFolder(path) ? files(path) : [path]))
      .toSorted()
  }

  function folders(folder: string): string[] {
    return names(folder)
      .filter((path) => isFolder(path) && files(path).length > 0)
      .map((path) => path.slice(path.lastIndexOf('/') + 1))
  }

  function read(path: string): string {
    return readFileSync(join(root, path), 'utf8')
  }

  function exists(path: string): boolean {
    return existsSync(join(root, path))
  }

  function names(folder: string): string[] {
    if (!existsSync(join(root, folder))) return []
    return readdirSync(join(root, folder))
      .filter((name) => !never.has(name) && !name.startsWith('.data-'))
      .map((name) => (folder === '' ? name : `${folder}/${name}`))
  }

  function isFolder(path: string): boolean {
    return statSync(join(root, path)).isDirectory()
  }
}

/** Tests, and what only tests use. */
export const isTest = (path: string): boolean =>
  /\.(test|spec)\.tsx?$|\/(testing|test)\//.test(path)
export const isGenerated = (path: string): boolean => /\.generated\.|routeTree|vectors\//.test(path)
