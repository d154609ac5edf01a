import { type BankAdapter, createSimulatedBank } from '@corridor/banks'
import type { Config } from './config.ts'
import { StartRefused } from './start-refused.ts'

/**
 * The bank that holds accounts for customers: a simulated one in the sandbox.
 * @throws StartRefused in live, which takes no simulated bank
 */
export function openBank({ ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>): BankAdapter {
  const bank = createSimulatedBank()
  if (ENVIRONMENT === 'live' && bank.simulated)
    throw new StartRefused(
      `Live takes no simulated part, and the bank "${bank.name}" is one; no other is built in yet.`,
    )
  return bank
}
