import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { createInterface, type Interface } from 'node:readline'
import { rootVersionsInUse, serveSigner } from '@corridor/signer'
import { createLog } from '../../config/log.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { isUnavailable } from '../../db/errors.ts'
import { openSignerPool } from '../../db/open.ts'
import { checkDurability } from '../../db/server/durability.ts'
import { openOutbound } from '../../outside/calls/open.ts'
import { ownPortsOf } from '../../outside/calls/own-ports.ts'
import type { SignerOrder } from './order.ts'
import { openSignerInside } from './inside.ts'
import { openRootKeys, rotateFirst } from './keys.ts'

// The signer's own program. The first line of its input says what to open; it serves until the input
// ends, which is when whoever started it is gone. It is ready, or not, as one line of output says.

const poolSize = 8
const random = (bytes: number) => new Uint8Array(randomBytes(bytes))

try {
  const input = createInterface({ input: process.stdin })
  const close = await open(await firstLine(input))
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`)
  const stop = () => {
    void close().finally(() => process.exit(0))
  }
  input.once('close', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  const known = error instanceof StartRefused
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error)
  process.stdout.write(`${JSON.stringify({ ready: false, known, text })}\n`, () => process.exit(1))
}

async function firstLine(input: Interface): Promise<SignerOrder> {
  const line = await new Promise<string>((resolve, reject) => {
    input.once('line', resolve)
    input.once('close', () => reject(new Error('The signer was given no settings.')))
  })
  // Only who started us writes here.
  return JSON.parse(line) as SignerOrder
}

async function open(order: SignerOrder): Promise<() => Promise<void>> {
  const log = createLog(order.logLevel).child({ part: 'signer' })
  const url = new URL(order.databaseUrl)
  url.password = encodeURIComponent(readFileSync(order.passwordFile, 'utf8').trim())
  const pool = openSignerPool(url.href, poolSize, log)
  try {
    await checkDurability(pool)
    // A key that the service can make itself protects nothing from it.
    if ((await rootVersionsInUse(pool)).includes(1)) throw new StartRefused(rotateFirst)
    const { facts, path, secret } = order
    const signer = await openSignerInside(facts, {
      pool,
      rootKeys: openRootKeys({ SIGNER_KEY_FILE: order.keyFile }, random),
      outbound: openOutbound(
        facts.config,
        ownPortsOf(facts.config, [order.databaseUrl, ...order.chainAddresses]),
      ),
      clock: () => performance.now(),
      random,
      log,
    })
    const served = await serveSigner({
      signer,
      path,
      secret,
      isUnavailable,
      onError: (error, method) => log.error({ err: error, method }, 'a call of the signer failed'),
    })
    return async () => {
      await served.close()
      await pool.end()
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}
