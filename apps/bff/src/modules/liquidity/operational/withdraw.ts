import { createHash } from 'node:crypto'
import type { InputOf, liquidity } from '@corridor/contract'
import { evmFault, fail, formatId, ok, toWire } from '@corridor/domain'
import { decodeSigned, toChecksumAddress } from '@corridor/signing/evm'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { WithdrawalRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { findLine, lockLine } from '../../../records/liquidity/line-store.ts'
import { findFundings } from '../../../records/liquidity/payment-store.ts'
import { sumUnderWay } from '../../../records/liquidity/replenishment-store.ts'
import {
  findWithdrawal,
  findWithdrawalByKey,
  insertWithdrawal,
} from '../../../records/liquidity/withdrawal-store.ts'
import { refuseListed } from '../../screening/refuse-listed.ts'
import { chainOf, checkAsset, explorerUrl, hexOf, readAmount } from '../line/line.ts'
import { spendable } from './balance.ts'
import { walletContext } from './listed.ts'
import type { OperationalOrders } from './orders.ts'

type Body = InputOf<typeof liquidity.withdrawOperational>['body']
type WithdrawFailure = Failure<
  | 'FIELD_INVALID'
  | 'AMOUNT_PRECISION'
  | 'INSUFFICIENT_BALANCE'
  | 'POLICY_BLOCKED'
  | 'PROVIDER_UNAVAILABLE'
>
type Parts = Pick<Deps, 'db' | 'chains' | 'ids' | 'log' | 'screening'> & {
  orders: OperationalOrders
}

/**
 * Withdrawals from the operational wallet: to an address that funded it before, and to no other. The
 * signer asks for the proof again, so a wrong answer here pays nobody.
 */
export function createWithdrawals(deps: Parts) {
  return { withdraw, read }

  async function withdraw(caller: Caller, body: Body) {
    const { partnerId } = caller
    const fault = evmFault(body.toWalletAddress)
    if (fault !== undefined) return refused('FIELD_INVALID', 'toWalletAddress', fault)
    const address = body.toWalletAddress.toLowerCase()
    const place = { addresses: [address], path: 'toWalletAddress' }
    const screened = await refuseListed(deps, walletContext(partnerId, address), place)
    if (!screened.ok) return screened
    const balance = await spendable(deps, partnerId)
    if (!balance.ok) return balance
    const funding = await fundingBytes(partnerId, address)
    if (!funding.ok) return funding
    const key =
      caller.idempotencyKey === undefined
        ? null
        : createHash('sha256').update(`withdraw\n${caller.idempotencyKey}`).digest()
    const made = await deps.db.withPartner(partnerId, async (tx) => {
      const line = await lockLine(tx, partnerId)
      const known = key ? await findWithdrawalByKey(tx, partnerId, key) : undefined
      if (known) return ok(known)
      const asset = checkAsset(line, body.asset)
      if (!asset.ok) return asset
      const amount = readAmount(line, body.amount, 'amount')
      if (!amount.ok) return amount
      const available = balance.value - (await sumUnderWay(tx, partnerId))
      if (amount.value > available)
        return refused('INSUFFICIENT_BALANCE', 'amount', 'The operational wallet holds too little.')
      const row = await insertWithdrawal(tx, {
        partner_id: partnerId,
        id: deps.ids.uuid(),
        chain_id: line.chain_id,
        token: line.token,
        currency: line.currency,
        scale: line.scale,
        amount: amount.value,
        to_address: address,
        funding_raw: funding.value,
        request_key: key,
      })
      await recordAudit(tx, caller, {
        action: 'operational_wallet.withdraw',
        object: { kind: 'operational_withdrawal', id: formatId('wdr', row.id) },
        after: {
          amount: toWire({ minor: row.amount, scale: row.scale }),
          asset: row.currency,
          toWalletAddress: row.to_address,
        },
      })
      return ok(row)
    })
    if (!made.ok) return made
    await deps.orders.signWithdrawal(partnerId, made.value.id).catch((error: unknown) => {
      deps.log.warn({ err: error, id: made.value.id }, 'a withdrawal is ordered later')
    })
    return ok(made.value.id)
  }

  async function read(tx: Tx, partnerId: string, id: string) {
    const row = await findWithdrawal(tx, partnerId, id)
    if (!row) throw new Error(`no withdrawal ${id}`)
    return withdrawalBody(deps, row)
  }

  /** The signed bytes by which an address paid into the wallet; the newest that is a plain transfer. */
  async function fundingBytes(partnerId: string, from: string) {
    const found = await deps.db.asWorker(async (tx) => {
      const line = await findLine(tx, partnerId)
      if (!line) return undefined
      const of = { chainId: line.chain_id, from, to: line.operational_address }
      return { line, hashes: await findFundings(tx, of) }
    })
    if (!found) return neverFunded
    const { adapter } = chainOf(deps, found.line.chain_id)
    for (const hash of found.hashes) {
      const raw = await adapter.rawTransaction(hexOf(hash))
      if (!raw.ok) return fail({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 1 })
      const decoded = raw.value === undefined ? undefined : decodeSigned(raw.value)
      if (raw.value && decoded?.ok && decoded.value.sender.toLowerCase() === from)
        return ok(raw.value)
    }
    return neverFunded
  }
}

const refused = <C extends WithdrawFailure['code']>(code: C, path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })

const neverFunded = refused(
  'POLICY_BLOCKED',
  'toWalletAddress',
  'Only an address that paid into the operational wallet before can be paid out of it.',
)

const withdrawalBody = (deps: Pick<Deps, 'chains'>, row: WithdrawalRow) => ({
  withdrawalId: formatId('wdr', row.id),
  status: row.status,
  amount: { amount: toWire({ minor: row.amount, scale: row.scale }), currency: row.currency },
  toWalletAddress: toChecksumAddress(row.to_address),
  transactionHash: row.hash,
  url: explorerUrl(deps, row.chain_id, 'tx', row.hash),
  createdAt: row.created_at.toISOString(),
})
