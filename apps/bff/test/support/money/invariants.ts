import { expect } from 'vitest'
import { verifyLedger } from '../../../src/records/ledger/verify.ts'
import type { Bff } from '../process/bff.ts'

/** What must hold after every case: the ledger balances and every transfer is whole. */
export async function expectConsistent(bff: Bff): Promise<void> {
  expect(await bff.deps.db.asWorker((tx) => verifyLedger(tx))).toEqual([])
}
