import type { Pool } from 'pg'
import type { KeyFile } from '../crypto/key-file.ts'
import { runTransaction, type Tx } from '../database/connection.ts'
import { openRootKey } from '../vault/root-secret.ts'
import {
  beginRotation,
  findOpenRotation,
  finishRotation,
  readVersionsInUse,
  type Rotating,
  type Rotation,
  type RotationLayer,
} from './rotation.ts'
import { moveRoot, removeUnusedRoots, rewrapEntities } from './root.ts'
import { renewEntities } from './entities.ts'
import { renewWallets } from './wallets.ts'

export type RotationDeps = {
  /** Connections of the role corridor_signer. */
  pool: Pool
  keyFile: KeyFile
  random: (length: number) => Uint8Array
  /** Receives where the work stands, before and after each commit; for tests of a crash. */
  reach?: (point: string) => void | Promise<void>
}

/** What this run did. A row that could not be opened keeps its keys, and the rotation stays open. */
export type RotationReport = {
  root: { version: number; rewrapped: number }
  entities: number
  wallets: number
  failed: { id: string; reason: string }[]
}

/** Another process rotates the keys. */
export class RotationRunning extends Error {
  override readonly name = 'RotationRunning'
}

/** A number of our own, as the database’s other advisory locks have. */
const rotationLock = 1_131_377_271

/**
 * Rotates keys row by row, each row in a short transaction of its own, while the service goes on.
 * What is left to do is read from the rows, so a run that was cut off anywhere is gone on with by the
 * next. Addresses and signatures stay as they are.
 * @throws RotationRunning
 */
export async function rotateKeys(deps: RotationDeps, layers: readonly RotationLayer[]) {
  return alone(deps.pool, async () => {
    const { pool, random, keyFile, reach = () => undefined } = deps
    const { ready, ...rootKey } = openRootKey({ pool, random, rootKeys: keyFile })
    await ready()
    const inTransaction: Rotating['inTransaction'] = (work) =>
      runTransaction(pool, 'begin read write', work)
    const report: RotationReport = {
      root: { version: 0, rewrapped: 0 },
      entities: 0,
      wallets: 0,
      failed: [],
    }
    const work = { rootKey, random, keyFile, reach, inTransaction, failed: report.failed }

    const open = await inTransaction(findOpenRotation)
    if (open) await perform(work, open, report)
    const left = layers.filter((layer) => !open?.layers.includes(layer))
    if (left.length > 0 && report.failed.length === 0) {
      await perform(work, await inTransaction((tx) => beginRotation(tx, left)), report)
    }
    report.root.version = await inTransaction(currentRoot)
    return report
  })
}

/** The versions of the root that anything is wrapped under; empty for a database without keys. */
export async function rootVersionsInUse(pool: Pool): Promise<number[]> {
  return runTransaction(pool, 'begin read only', readVersionsInUse)
}

async function perform(work: Rotating, rotation: Rotation, report: RotationReport): Promise<void> {
  const has = (layer: RotationLayer) => rotation.layers.includes(layer)
  const version = has('root') ? await moveRoot(work, rotation) : undefined
  if (version !== undefined) report.root.rewrapped += await rewrapEntities(work, version)
  if (has('entities')) report.entities += await renewEntities(work, rotation)
  if (has('data')) report.wallets += await renewWallets(work, rotation)
  if (work.failed.length > 0) return
  if (version !== undefined) await removeUnusedRoots(work)
  await work.reach('finish:before_commit')
  await work.inTransaction((tx) => finishRotation(tx, rotation))
}

async function currentRoot(tx: Tx): Promise<number> {
  const { root_version } = await tx
    .selectFrom('signer.root_secret')
    .select('root_version')
    .where('name', '=', 'mac')
    .executeTakeFirstOrThrow()
  return root_version
}

/** One rotation at a time; the lock ends with its connection, however the process ends. */
async function alone<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [rotationLock],
    )
    if (rows[0]?.mine !== true) throw new RotationRunning('Another process rotates the keys.')
    try {
      return await work()
    } finally {
      // Before the caller learns of it: the next run must not wait for this connection to end.
      await client.query('select pg_advisory_unlock($1)', [rotationLock])
      broken = false
    }
  } finally {
    client.release(broken)
  }
}
