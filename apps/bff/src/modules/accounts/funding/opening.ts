import { formatId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { askAgainIn, claimDeposits } from './store.ts'
import { transition } from './transition.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { FundingRow } from '../../../db/schema/rows.ts'
import { watchAddress } from '../../treasury/watched-address-store.ts'

/** What bank or signer answered when asked for an account that takes deposits. */
export type Opening =
  | { kind: 'opened'; info: Record<string, string>; depositKey: string }
  | { kind: 'unavailable' }
  | { kind: 'refused' }
export type OpeningRequest = {
  partnerId: string
  entityId: string
  holderName: string
  jurisdiction: JurisdictionRecord
}

/** How long an account waits before its bank is asked again. */
const firstRetrySeconds = 1
const laterRetrySeconds = 30

/**
 * Asks for an account under a name that stays the same, so that asking twice opens one. `attempt`
 * makes the name another one, for an account number that turned out to be taken.
 */
export async function openDeposits(
  deps: Pick<Deps, 'bank' | 'signer'>,
  { partnerId, entityId, holderName, jurisdiction }: OpeningRequest,
  attempt = 1,
): Promise<Opening> {
  const parts = [formatId('par', partnerId), formatId('ent', entityId), jurisdiction.id]
  const reference = [...parts, ...(attempt === 1 ? [] : [attempt])].join('/')
  if (jurisdiction.type === 'blockchain')
    return onChain(deps, jurisdiction, { partnerId: formatId('par', partnerId), reference })

  const { countryCode = '', currency } = jurisdiction
  const answer = await deps.bank.openAccount({ reference, countryCode, currency, holderName })
  if (!answer.ok) return { kind: answer.failure === 'BANK_UNAVAILABLE' ? 'unavailable' : 'refused' }
  const { bankName, bankAddress, routingNumber, accountNumber, rail } = answer.value
  return {
    kind: 'opened',
    info: {
      currency: answer.value.currency,
      bank_name: bankName,
      bank_address: bankAddress,
      bank_routing_number: routingNumber,
      bank_account_number: accountNumber,
      payment_rail: rail,
    },
    depositKey: `${routingNumber}/${accountNumber}`,
  }
}

async function onChain(
  { signer }: Pick<Deps, 'signer'>,
  jurisdiction: JurisdictionRecord,
  of: { partnerId: string; reference: string },
): Promise<Opening> {
  const { address } = await signer.depositAddress(of)
  const { currency, networkName = '', chainId = '', tokenAddress = '' } = jurisdiction
  const info = {
    currency,
    bank_name: '',
    bank_address: '',
    bank_routing_number: '',
    bank_account_number: '',
    payment_rail: 'blockchain',
    networkName,
    chainId,
    tokenAddress,
    depositWalletAddress: address,
  }
  return { kind: 'opened', info, depositKey: address.toLowerCase() }
}

/**
 * Writes the answer to an account that is PROVISIONING and locked: it becomes ACTIVE or FAILED,
 * or stays and is asked for again. `isTaken` where the number belongs to another account.
 */
export async function settleOpening(tx: Tx, by: AuditedBy, row: FundingRow, opening: Opening) {
  if (opening.kind === 'unavailable') {
    const isFirst = row.status_reason !== 'BANK_UNAVAILABLE'
    const seconds = isFirst ? firstRetrySeconds : laterRetrySeconds
    await askAgainIn(tx, row, seconds, 'BANK_UNAVAILABLE')
    return { row: { ...row, status_reason: 'BANK_UNAVAILABLE' }, isTaken: false }
  }
  if (opening.kind === 'refused')
    return changed({ event: 'fail', to: 'FAILED', reason: 'COUNTRY_NOT_SERVED' })

  const { info, depositKey } = opening
  if (!(await claimDeposits(tx, row, depositKey))) return { row, isTaken: true }
  // From now on the chain watcher keeps what arrives here.
  const { chainId, depositWalletAddress } = info
  if (chainId && depositWalletAddress) await watchAddress(tx, chainId, depositWalletAddress)
  return changed({ event: 'open', to: 'ACTIVE', reason: '', depositInfo: info })

  async function changed(change: Parameters<typeof transition>[3]) {
    const result = await transition(tx, by, row, change)
    if (!result.ok) throw new Error(`a funding account that is ${row.status} cannot be opened`)
    return { row: result.value, isTaken: false }
  }
}
