import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Encoding } from './encoding.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}

/** Below `assets/` of any language. */
const hashed = /^([a-z]{2}\/)?assets\//

export type Asset = {
  type: string
  /** True where the name changes with the content. */
  isHashed: boolean
  /** Bytes as they are, or compressed by the build. */
  read: (encoding?: Encoding) => Buffer<ArrayBuffer>
  encodings: readonly Encoding[]
}

/**
 * The built files by their path in a URL. Only what was found at the start is served, so no path
 * leads out of the folder; hidden folders and the page itself are not among it.
 */
export function readAssets(root: string): ReadonlyMap<string, Asset> {
  const names = new Set(list(root))
  const kept = [...names].filter((name) => types[extname(name)] && !name.endsWith('index.html'))
  return new Map(kept.map((name) => [`/${name}`, assetOf(root, name, names)]))
}

function list(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .map((name) => name.split(sep).join('/'))
      .filter((name) => !/(^|\/)\./.test(name))
  } catch {
    return []
  }
}

function assetOf(root: string, name: string, names: ReadonlySet<string>): Asset {
  const suffixes = { br: '.br', gzip: '.gz' } as const
  const encodings = (['br', 'gzip'] as const).filter((encoding) =>
    names.has(name + suffixes[encoding]),
  )
  const bytes = new Map<string, Buffer<ArrayBuffer>>()
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    isHashed: hashed.test(name),
    encodings,
    read: (encoding) => {
      const file = name + (encoding ? suffixes[encoding] : '')
      const known = bytes.get(file) ?? readFileSync(join(root, file))
      bytes.set(file, known)
      return known
    },
  }
}
