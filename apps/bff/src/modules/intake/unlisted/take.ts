import type { ReadBlock } from '@corridor/chains'
import { formatId, unlistedPerDay } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { operatorPartnerId } from '../../../records/audit/operator.ts'
import {
  type Beyond,
  type NewUnlisted,
  recordUnlisted,
  type UnlistedRow,
} from '../../../records/deposits/unlisted-store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'

type Parts = Pick<Deps, 'ids' | 'log'>
type Chain = Pick<ChainLink, 'definition' | 'gasStation' | 'treasury'>

/** What a block shows to have arrived somewhere; whether that is an address of ours is not known. */
type Unlisted = Pick<
  NewUnlisted,
  'hash' | 'log_index' | 'kind' | 'contract' | 'amount' | 'sender' | 'address' | 'block_number'
> & { seconds: number }

/** Whose address it is, as the deposits' own targets say. */
type Owner = {
  partner_id: string
  transfer_id: string | null
  funding_account_id: string | null
}

/**
 * What is no listed asset, in the order of the chain: tokens of any other contract, and native coin
 * that a transaction carries. Nothing of nothing; what the gas station pays is the service's own.
 */
export function unlistedIn(chain: Chain, blocks: readonly ReadBlock[]): Unlisted[] {
  const { tokens, creditToken } = chain.definition
  const listed = new Set(
    [...tokens, ...(creditToken ? [creditToken] : [])].map(({ address }) => address.toLowerCase()),
  )
  const own = new Set(
    [chain.gasStation, chain.treasury].map(({ address }) => address.toLowerCase()),
  )
  return blocks.flatMap(({ block, receipts, payments }) => {
    const place = { block_number: Number(block.number), seconds: block.timestamp }
    const foreign = receipts
      .flatMap(({ transfers }) => transfers)
      .filter(({ token, amount }) => amount > 0n && !listed.has(token.toLowerCase()))
      .map((transfer) => ({
        ...place,
        ...moved(transfer),
        kind: 'TOKEN' as const,
        contract: transfer.token.toLowerCase(),
        log_index: transfer.logIndex,
      }))
    const coin = payments
      .filter(({ amount, from }) => amount > 0n && !own.has(from.toLowerCase()))
      .map((payment) => ({
        ...place,
        ...moved(payment),
        kind: 'NATIVE' as const,
        contract: '',
        log_index: -1,
      }))
    return [...foreign, ...coin]
  })
}

const moved = (of: { hash: string; from: string; to: string; amount: bigint }) => ({
  hash: of.hash.toLowerCase(),
  sender: of.from.toLowerCase(),
  address: of.to.toLowerCase(),
  amount: of.amount,
})

/** The service's own accounts, which take deposits of no customer. */
export const serviceOwners = ({ gasStation, treasury }: Chain): [string, Owner][] =>
  [gasStation, treasury].map(({ address }) => [
    address.toLowerCase(),
    { partner_id: operatorPartnerId, transfer_id: null, funding_account_id: null },
  ])

/**
 * Records what arrived at addresses of ours, in the transaction that moved the cursor. However much an
 * attacker sends, each address costs a bounded number of rows for each day, and one event and one
 * warning; beyond that there is a number. Returns whether anything is new.
 */
export async function takeUnlisted(
  tx: Tx,
  { ids, log }: Parts,
  chain: Chain,
  arrived: readonly Unlisted[],
  owners: ReadonlyMap<string, Owner>,
): Promise<boolean> {
  const chainId = String(chain.definition.chainId)
  const perDay = Map.groupBy(
    arrived.filter(({ address }) => owners.has(address)),
    ({ kind, address, seconds }) => `${kind} ${address} ${Math.floor(seconds / 86_400)}`,
  )
  const rows: NewUnlisted[] = []
  const beyond: Beyond[] = []
  for (const all of perDay.values()) {
    const [first] = all
    const owner = first && owners.get(first.address)
    if (!first || !owner) continue
    const { partner_id, transfer_id, funding_account_id } = owner
    const place = { partner_id, transfer_id, funding_account_id, chain_id: chainId }
    for (const item of all.slice(0, unlistedPerDay))
      rows.push({ ...place, ...item, id: ids.uuid() })
    const count = all.length - unlistedPerDay
    const { address, kind, seconds } = first
    if (count > 0) beyond.push({ partner_id, address, kind, seconds, count })
  }
  if (rows.length === 0) return false
  for (const row of await recordUnlisted(tx, chainId, rows, beyond)) {
    const { kind, contract, hash, address } = row
    log.warn({ alert: 'unlisted_asset', chainId, kind, contract, hash, address }, 'not listed')
    if (row.partner_id !== operatorPartnerId) await recordEvent(tx, arrivalEvent(row))
  }
  return true
}

/** The first of its kind at an address on a day; later ones are in the list only. */
const arrivalEvent = (row: UnlistedRow) => {
  const depositId = formatId('dep', row.id)
  return {
    partnerId: row.partner_id,
    category: 'payin_deposit',
    type: 'initiated',
    status: 'held',
    object: {
      status: row.status,
      depositId,
      teleportId: '',
      depositStatus: row.status,
      heldReason: 'UNSUPPORTED_ASSET',
      labels: ['UNSUPPORTED_ASSET'],
      chainId: row.chain_id,
      tokenAddress: row.contract,
      amountRaw: String(row.amount),
      walletAddress: row.address,
      hash: row.hash,
    },
    subject: { kind: 'deposit', id: depositId, version: row.version },
  } as const
}
