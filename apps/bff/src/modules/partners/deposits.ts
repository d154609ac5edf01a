import type { Hex } from '@corridor/chains'
import type { InputOf, partners } from '@corridor/contract'
import {
  assetName,
  fail,
  feeAccounts,
  formatId,
  ok,
  paymentsDepositLegs,
  prepaidDepositLegs,
  toWire,
} from '@corridor/domain'
import { verifyDepositProof } from '@corridor/signing'
import { detail, type Failure } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import { partnerStandings, postGroup } from '../../records/ledger/service.ts'
import { lockLine } from '../../records/liquidity/line-store.ts'
import { findPaymentsByHash, lockPayment } from '../../records/liquidity/payment-store.ts'
import { claimPayment, isClaimed } from './claim-store.ts'
import { insertCredited, type NewDeposit } from './deposit-store.ts'
import { addEntry, type FeeDepositRow, lockFeeAccount } from './fee-store.ts'
import { feeAsset, feeBalance, type FeeDeps, payDueFees, recordBalanceChange } from './fees.ts'
import { paymentOf, refuseListed } from '../screening/refuse-listed.ts'
import {
  feePlace,
  findPayment,
  isSame,
  malformedHash,
  paidTo,
  readHash,
  reusedHash,
} from './payments.ts'
import { creditUnmatched } from './unmatched-payments.ts'

export type DepositBody = InputOf<typeof partners.paymentsDeposit>['body']
export type DepositFailure = Failure<
  | 'TRANSACTION_HASH_INVALID'
  | 'TRANSACTION_HASH_REUSED'
  | 'SIGNATURE_INVALID'
  | 'PROVIDER_UNAVAILABLE'
  | 'POLICY_BLOCKED'
>
/** A payment that may be credited: who sent it, and what arrived of it. */
export type Proven = Pick<
  NewDeposit,
  'chainId' | 'hash' | 'sender' | 'amount' | 'scale' | 'currency'
>

/**
 * Looks a payment up on its chain and checks the proof of its sender. Rules 1 and 3 of the
 * specification: the sender of the transaction signed its hash; the amount is the chain's. Who sent
 * it, and whose tokens they were, must be on no list.
 */
export async function provePayment(
  deps: FeeDeps & PayerDeps,
  partnerId: string,
  body: DepositBody,
  hash: Hex,
) {
  const place = feePlace(deps)
  const found = await findPayment(deps, hash)
  if (!found.ok) return found
  const amount = paidTo(place, found.value)
  if (!amount.ok) return amount
  const { chainId, receipt } = found.value
  if (!isProof(body, hash, receipt.from)) return fail(wrongSignature)
  const payers = receipt.transfers.filter(({ to }) => isSame(to, place.toWalletAddress))
  const addresses = [receipt.from, ...payers.map(({ from }) => from)]
  const screened = await refuseListed(deps, paymentOf(partnerId, hash), {
    addresses,
    path: 'transactionHash',
  })
  if (!screened.ok) return screened
  const { currency, currencyScale: scale } = place.token
  return ok({ chainId, hash, sender: receipt.from, amount: amount.value, scale, currency })
}

type PayerDeps = Pick<Deps, 'db' | 'screening' | 'ids' | 'log'>

/** Over the text as it was sent, or over its one written form. */
export function isProof(
  { transactionHash, base64Signature }: DepositBody,
  hash: Hex,
  sender: string,
) {
  return [transactionHash, hash].some(
    (text) =>
      verifyDepositProof({ chain: 'evm', transactionHash: text, base64Signature }, sender).ok,
  )
}

export const wrongSignature: DepositFailure = {
  code: 'SIGNATURE_INVALID',
  details: [
    detail(
      'base64Signature',
      'SIGNATURE_INVALID',
      'This is no signature over the text of transactionHash (EIP-191) by the key that sent the transaction.',
    ),
  ],
}

/** What is to be credited: a payment to the service's address, or one to the partner's own wallet. */
export type ReadyPayment = Proven | { paymentId: string }

/** Deposits to the payments account. */
export function createPaymentsDeposits(deps: FeeDeps & PayerDeps) {
  return { prepare, record }

  /** Before the transaction. A refusal is a value: a repeated key may have an answer already. */
  async function prepare({ partnerId }: AuditedBy, body: DepositBody) {
    const hash = readHash(body.transactionHash)
    if (!hash) return fail(malformedHash)
    const known = await deps.db.withPartner(partnerId, async (tx) => ({
      isClaimed: await isClaimed(tx, hash),
      payments: await findPaymentsByHash(tx, partnerId, hash),
    }))
    if (known.isClaimed) return fail(reusedHash)
    const own = known.payments.find(({ status }) => status === 'UNMATCHED')
    return own ? proveOwn(body, hash, own.id) : provePayment(deps, partnerId, body, hash)
  }

  /** A payment to the partner's deposit wallet that fits nothing; its sender signs all the same. */
  async function proveOwn(body: DepositBody, hash: Hex, paymentId: string) {
    const found = await findPayment(deps, hash)
    if (!found.ok) return found
    return isProof(body, hash, found.value.receipt.from) ? ok({ paymentId }) : fail(wrongSignature)
  }

  async function record(tx: Tx, by: AuditedBy, proven: ReadyPayment) {
    if ('paymentId' in proven) return recordOwn(tx, by, proven.paymentId)
    const deposit = {
      ...proven,
      partnerId: by.partnerId,
      id: deps.ids.uuid(),
      account: 'PAYMENTS',
    } as const
    const { chainId, hash, partnerId, id: subjectId } = deposit
    if (!(await claimPayment(tx, { chainId, hash, partnerId, subjectId, purpose: 'PAYMENTS' })))
      return fail(reusedHash)
    const row = await insertCredited(tx, deposit)
    return ok({ deposit: row, balance: await credit(tx, deps, by, row) })
  }

  async function recordOwn(tx: Tx, by: AuditedBy, paymentId: string) {
    await lockLine(tx, by.partnerId)
    const payment = await lockPayment(tx, by.partnerId, paymentId)
    const credited = payment && (await creditUnmatched(tx, deps, by, payment))
    if (!credited?.ok) return fail(reusedHash)
    const { id, amount, scale, currency, chain_id } = credited.value
    const asset = assetName(currency, chain_id)
    const balance = await standingOf(tx, by.partnerId, asset)
    return ok({ deposit: { id, amount, scale, currency }, balance })
  }
}

/** What the payments account holds of an asset. */
async function standingOf(tx: Tx, partnerId: string, asset: string): Promise<bigint> {
  const partner = formatId('par', partnerId)
  const standings = await partnerStandings(tx, partnerId, 'payments_account', partner)
  return standings.find((standing) => standing.asset === asset)?.balance ?? 0n
}

/** Books a deposit, then pays what was due; returns the balance that is left. */
export async function credit(tx: Tx, deps: FeeDeps, by: AuditedBy, deposit: FeeDepositRow) {
  const { account } = deposit
  const { partnerId } = by
  const place = feePlace(deps)
  const row = await lockFeeAccount(tx, { partnerId, account })
  const before = await feeBalance(tx, place, partnerId, account)
  const partner = formatId('par', partnerId)
  const { amount } = deposit
  const of = {
    ...feeAsset(place),
    amount,
    partner,
    place: { kind: 'CHAIN', address: place.toWalletAddress } as const,
  }
  const legs = account === 'PAYMENTS' ? paymentsDepositLegs(of) : prepaidDepositLegs(of)
  await postGroup(tx, { partnerId, transferId: deposit.id, step: 'deposit', legs })
  const balance = before + amount
  const after = await addEntry(tx, row, {
    id: deps.ids.uuid(),
    type: 'DEPOSIT',
    amount,
    balanceAfter: balance,
    description: 'Deposit',
    transactionHash: deposit.hash,
  })
  await recordBalanceChange(tx, 'credited', { place, account: after, amount, balance })
  await recordAudit(tx, by, {
    action: `${feeAccounts[account].ledger}.deposit`,
    object: { kind: 'payments_account', id: partner },
    after: {
      account,
      depositId: formatId('dep', deposit.id),
      transactionHash: deposit.hash,
      amount: toWire({ minor: amount, scale: deposit.scale }),
    },
  })
  return payDueFees(tx, deps, by, account)
}
