import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { connectSigner, createSigner, rootKeysFromBytes } from '../src/index.ts'
import { openTestSigner, random } from './harness.ts'

const program = fileURLToPath(new URL('./serve-child.ts', import.meta.url))

/** A signer in a process of its own on a fresh database, and one in this process on the same. */
export async function openSignerChild() {
  const { deps, admin } = await openTestSigner()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  const folder = mkdtempSync(join(tmpdir(), 'corridor-socket-'))
  const path = join(folder, 'socket')
  const secret = Buffer.from(random(32)).toString('hex')
  const key = random(32)
  const inside = createSigner({ ...deps, rootKeys: rootKeysFromBytes(key) })
  // So that both find the key of MACs there.
  await inside.exportPublicKey()
  const hexKey = Buffer.from(key).toString('hex')
  const args = [program, inject('postgres').host, rows[0]?.name ?? '', hexKey, path, secret]
  let child: ChildProcess | undefined
  const client = connectSigner({ path, secret, connectMs: 10_000 })
  let ended: Promise<unknown> = Promise.resolve()
  const kill = async () => {
    child?.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    client.close()
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    admin,
    inside,
    remote: client.signer,
    kill,
    start: async () => {
      const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      child = started
      ended = new Promise((resolve) => started.once('exit', resolve))
      await new Promise((resolve, reject) => {
        started.stdout.once('data', resolve)
        started.once('exit', (code) => reject(new Error(`the signer ended with ${code}`)))
      })
    },
  }
}
