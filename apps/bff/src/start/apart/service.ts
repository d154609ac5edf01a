import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { connectSigner } from '@corridor/signer'
import { createLog } from '../../config/log.ts'
import { createKek } from '../../db/kek.ts'
import { openServicePools } from '../../db/open.ts'
import type { Handover } from './handover.ts'
import type { Given } from '../instance.ts'

const random = (bytes: number) => new Uint8Array(randomBytes(bytes))

/**
 * What a service without root's rights was given instead of settings and secrets. `onEnd` is called
 * when whoever started it is gone.
 */
export async function takeHandover(onEnd: () => void) {
  const input = createInterface({ input: process.stdin })
  const line = await new Promise<string>((resolve, reject) => {
    input.once('line', resolve)
    input.once('close', () => reject(new Error('The service was given no settings.')))
  })
  input.once('close', onEnd)
  // Only who started us writes here.
  const { config, kek, urls, signer } = JSON.parse(line) as Handover
  return { config, given }

  function given(): Given {
    const log = createLog(config.LOG_LEVEL).child({ part: 'database' })
    const url = (role: string) => (role === 'corridor_app' ? urls.app : urls.worker)
    const database = openServicePools({ url, leave: async () => undefined }, { random, log })
    const key = createKek(Buffer.from(kek, 'hex'), random)
    return { apart: { database, kek: key, signer: connectSigner(signer) } }
  }
}
