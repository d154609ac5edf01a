import type { FullConfig } from '@playwright/test'
import { type Stack, startStack } from '../../tools/stack.ts'
import { isFull } from './tiers.ts'

/** Where the journeys find their instances; a value that is already set names one to be used as it is. */
const baseUrlName = 'E2E_BASE_URL'
const dataDirName = 'E2E_DATA_DIR'

/**
 * On a busy machine requests stand still for longer than in earnest, where they are refused then.
 * Nobody waits for a bank that is simulated.
 */
const env = { STANDSTILL_MS: '60000', BANK_SETTLE_MS: '10' }

/** Seeding takes a minute and more where the machine does other work as well. */
const readyTimeoutMs = 5 * 60_000

/**
 * One real stack for each worker, for the whole run: journeys move the clock and fill lists, which
 * those beside them must not see. Journeys that stop, kill or age the program start their own.
 */
async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (!isFull) console.log(`Pages are chosen by FIRST_SEED=${process.env['FIRST_SEED']}`)
  if (process.env[baseUrlName]) return async () => undefined
  const stacks: Stack[] = []
  const removeAll = async () => {
    await Promise.all(stacks.map((stack) => stack.remove()))
  }
  try {
    // One seeds, and fills the cache that all load the program from; the others are its copies.
    const first = await startStack({ env, readyTimeoutMs })
    stacks.push(first)
    await first.stop()
    const copies = Array.from({ length: workers - 1 }, () =>
      startStack({ from: first.dataDir, env, readyTimeoutMs }),
    )
    stacks.push(...(await Promise.all(copies)))
    await first.start()
  } catch (error) {
    await removeAll()
    throw error
  }
  process.env[baseUrlName] = stacks.map(({ baseUrl }) => baseUrl).join(' ')
  process.env[dataDirName] = stacks.map(({ dataDir }) => dataDir).join(' ')
  return removeAll
}

// oxlint-disable-next-line import/no-default-export -- Playwright takes a global setup by its default export
export default globalSetup
