import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '@corridor/chains'
import { fail, ok } from '@corridor/domain'
import { createCreditMint, type MintParts } from '../treasury/credit-mint.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { AuditedBy } from '../../records/audit/audit.ts'
import { claimPayment, isClaimed } from './claim-store.ts'
import {
  type DepositKey,
  findByHash,
  insertMinting,
  lockDeposit,
  type Minted,
  release,
  setAnswered,
  setCredited,
  takeOver,
} from './deposit-store.ts'
import {
  credit,
  type DepositBody,
  isProof,
  type Proven,
  provePayment,
  wrongSignature,
} from './deposits.ts'
import type { FeeDepositRow } from './fee-store.ts'
import type { FeeDeps } from './fees.ts'
import { malformedHash, readHash, reusedHash } from './payments.ts'

/** A claimed deposit with its tokens, for the transaction that answers. */
export type ReadyDeposit = { key: DepositKey; minted: Minted }

type PrepaidDeps = FeeDeps & MintParts & Pick<Deps, 'screening'>

/**
 * For so long the request that claimed a deposit is left alone; real time. It may take longer: then
 * two are at work on one mint, and the first to answer is the one that does.
 */
const busyMs = 2_000
const lookAgainMs = 100

/**
 * Deposits to the prepaid balance. The claim is stored before the credit tokens are minted and the
 * answer after it, so that a retry after a crash continues the same deposit: a mint
 * names its deposit, and the token's contract takes each one once.
 */
export function createPrepaidDeposits(deps: PrepaidDeps) {
  const mint = createMinting(deps)
  return { prepare, record }

  /** Claims a payment and mints its credit; a refusal is a value, see `payments deposits`. */
  async function prepare(by: AuditedBy, body: DepositBody) {
    const hash = readHash(body.transactionHash)
    if (!hash) return fail(malformedHash)
    const { partnerId } = by
    for (;;) {
      const known = await inPartner(by, (tx) =>
        findByHash(tx, { partnerId, account: 'PREPAID' }, hash),
      )
      if (!known) {
        const claimed = await claim(by, body, hash)
        if (!claimed.ok) return claimed
        if (claimed.value) return finish(claimed.value)
        continue
      }
      if (known.answered_at !== null) return fail(reusedHash)
      if (!isProof(body, hash, known.sender)) return fail(wrongSignature)
      if (await inPartner(by, (tx) => takeOver(tx, keyOf(known), busyMs))) return finish(known)
      await sleep(lookAgainMs)
    }
  }

  /** Claims an unused payment; undefined where this partner is claiming it at this moment. */
  async function claim(by: AuditedBy, body: DepositBody, hash: Hex) {
    if (await inPartner(by, (tx) => isClaimed(tx, hash))) return fail(reusedHash)
    const proven = await provePayment(deps, by.partnerId, body, hash)
    if (!proven.ok) return proven
    await deps.faults.reach('prepaid_claim', 'before_effect')
    const row = await inPartner(by, (tx) => insertClaimed(tx, by.partnerId, proven.value))
    await deps.faults.reach('prepaid_claim', 'after_commit')
    if (row) return ok(row)
    const { partnerId } = by
    const own = await inPartner(by, (tx) => findByHash(tx, { partnerId, account: 'PREPAID' }, hash))
    return own ? ok(undefined) : fail(reusedHash)
  }

  async function insertClaimed(tx: Tx, partnerId: string, proven: Proven) {
    const id = deps.ids.uuid()
    const { chainId, hash } = proven
    const wanted = { chainId, hash, partnerId, subjectId: id, purpose: 'PREPAID' } as const
    if (!(await claimPayment(tx, wanted))) return undefined
    return insertMinting(tx, { ...proven, partnerId, id, account: 'PREPAID' }, busyMs)
  }

  async function finish(deposit: FeeDepositRow) {
    const key = keyOf(deposit)
    const minted = await mint(deposit)
    await deps.faults.reach('prepaid_mint', 'after_effect')
    if (minted) return ok({ key, minted })
    await deps.db.withPartner(key.partnerId, (tx) => release(tx, key))
    return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 })
  }

  /** Credits the deposit, where no worker has done so, and answers it once. */
  async function record(tx: Tx, by: AuditedBy, { key, minted }: ReadyDeposit) {
    const row = await lockDeposit(tx, key)
    if (row.answered_at !== null) return fail(reusedHash)
    if (row.status === 'MINTING') await creditMinted(tx, deps, by, key, minted)
    const answered = await setAnswered(tx, key)
    await deps.faults.reach('prepaid_answer', 'before_commit')
    return ok(answered)
  }

  function inPartner<T>({ partnerId }: AuditedBy, work: (tx: Tx) => Promise<T>): Promise<T> {
    return deps.db.withPartner(partnerId, work)
  }
}

export const keyOf = ({ partner_id: partnerId, id }: FeeDepositRow): DepositKey => ({
  partnerId,
  id,
})

/**
 * Mints the credit tokens of a deposit, once however often it is asked; what was minted before is
 * known. Nothing while the chain gives no final answer.
 */
export function createMinting(deps: MintParts) {
  const { mint } = createCreditMint(deps)
  return async (deposit: FeeDepositRow): Promise<Minted | undefined> => {
    if (deposit.status === 'CREDITED')
      return { hash: deposit.mint_hash as Hex, tokenAddress: deposit.mint_address as Hex }
    const minted = await mint({
      chainId: deposit.chain_id,
      partnerId: deposit.partner_id,
      paymentHash: deposit.hash as Hex,
      to: deposit.sender as Hex,
      amount: deposit.amount,
    })
    if (minted.ok)
      return { hash: minted.value.transactionHash, tokenAddress: minted.value.tokenAddress }
    if (minted.failure === 'CHAIN_UNAVAILABLE') return undefined
    throw new Error(`the credit of deposit ${deposit.id} cannot be minted: ${minted.failure}`)
  }
}

/** Books a locked deposit whose credit tokens are there. */
export async function creditMinted(
  tx: Tx,
  deps: FeeDeps,
  by: AuditedBy,
  key: DepositKey,
  minted: Minted,
): Promise<void> {
  await credit(tx, deps, by, await setCredited(tx, key, minted))
}
