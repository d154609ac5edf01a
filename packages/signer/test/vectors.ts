import { readFileSync } from 'node:fs'

/** Entries of a published vector file, kept beside the package that owns the formats. */
export function vectorFile<T>(name: string): T {
  const file = new URL(`../../signing/vectors/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

export type Vector = { id: string; valid: boolean; reason?: string }
