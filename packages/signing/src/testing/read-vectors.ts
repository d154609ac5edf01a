import { readdirSync, readFileSync } from 'node:fs'
import type { VectorFile } from '../vector-checks/runner.ts'
import type { Vector } from '../vector-checks/compare.ts'

const folder = new URL('../../vectors/', import.meta.url)

type ReadFile<T> = Omit<VectorFile, 'vectors'> & { vectors: T[]; lenient?: T[] }

/** A published vector file with the entries its caller names. */
export function readVectors<T extends Vector = Vector>(format: string): ReadFile<T> {
  // The files are part of the project and in the caller's own form.
  return JSON.parse(readFileSync(new URL(`${format}.json`, folder), 'utf8')) as ReadFile<T>
}

export function vectorFormats(): string[] {
  return readdirSync(folder).map((name) => name.replace(/\.json$/, ''))
}
