import { stat } from 'node:fs/promises'
import type { AuditKeys } from './audit-keys.ts'
import {
  type AuditFiles,
  completeBytes,
  nothingWitnessed,
  readCheckpoints,
  readWitness,
  type Witnessed,
} from './witness-files.ts'

type Place = { read: Witnessed; bytes: number; file: number }

/**
 * Reads what was witnessed as often as it is asked for: of the checkpoint file, whose signatures take
 * longest, only what was added since. What was changed in a part that was read already is found by
 * `admin audit verify`, which reads all of it.
 */
export function createWitnessReader(files: AuditFiles, keys: AuditKeys): () => Promise<Witnessed> {
  let known: Place | undefined
  let running: Promise<unknown> = Promise.resolve()
  return () => {
    const next = running.then(readOn)
    running = next.catch(() => undefined)
    return next
  }

  async function readOn(): Promise<Witnessed> {
    const { size = 0, ino: file = 0 } = (await stat(files.checkpoints).catch(() => undefined)) ?? {}
    const isSame = known?.file === file && known.bytes <= size && known.read.problems.length === 0
    const place = isSame && known ? known : { read: nothingWitnessed(), bytes: 0, file }
    known = undefined
    const bytes = size === 0 ? 0 : await completeBytes(files.checkpoints, size)
    await readCheckpoints(place.read, files.checkpoints, keys, { from: place.bytes, to: bytes })
    known = { read: place.read, bytes, file }
    const copy = {
      ...place.read,
      heads: new Map(place.read.heads),
      signed: new Map(place.read.signed),
      problems: [...place.read.problems],
    }
    await readWitness(copy, files.witness, keys)
    return copy
  }
}
