import type { FullConfig } from '@playwright/test'
import { journeyOptions, seededName, seedStack, type Stack, startStack } from '../../tools/stack.ts'
import { isFull } from './tiers.ts'

/** Where the journeys find their instances; a value that is already set names one to be used as it is. */
const baseUrlName = 'E2E_BASE_URL'
const dataDirName = 'E2E_DATA_DIR'

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
    const seeded = process.env[seededName]
    const first = seeded === undefined ? await seedStack() : undefined
    if (first) stacks.push(first)
    const from = seeded ?? first?.dataDir ?? ''
    const copies = Array.from({ length: workers - stacks.length }, () =>
      startStack({ from, ...journeyOptions }),
    )
    stacks.push(...(await Promise.all(copies)))
    await first?.start()
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
