import { asHex } from '@corridor/chains'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SimulatedCredit, simulatedSender } from '@corridor/banks'
import {
  fail,
  formatId,
  fromWire,
  ok,
  parseId,
  railName,
  type Result,
  toWire,
  parseExecutionId,
  customerNames,
} from '@corridor/domain'
import { detail, type Failure, illegalTransition } from '../../api/request/refusal.ts'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { readFeed } from '../intake/bank-watcher.ts'
import { takeInThese } from '../intake/bank-intake.ts'
import { inTurns } from '../../engine/turns.ts'
import { partyOf } from '../../records/transfers/parties.ts'
import { findFunding } from '../accounts/funding/store.ts'
import type { JurisdictionRecord } from '../../ports/jurisdictions.ts'
import { findRow } from '../../records/transfers/store.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import { findDeposit, keepFaucetTransaction, type Paid } from './store.ts'

type Gift = Failure<'AMOUNT_PRECISION' | 'FIELD_INVALID' | 'PROVIDER_UNAVAILABLE'>
type TransferGift = Gift | Failure<'TRANSFER_NOT_FOUND' | 'ILLEGAL_TRANSITION'>
type FundingGift = Gift | Failure<'FUNDING_ACCOUNT_NOT_FOUND'>
type RequestedAmount = { amount?: number | undefined; currency?: string | undefined }
/** Without an account it has one that follows from its name; '' is a bank that reports none. */
type Payer = {
  name: string
  account?: string | undefined
  ultimateName?: string | undefined
  reference: string
}
type Sum = { currency: string; minor: bigint; scale: number }
/** Where a payer sends money; one of the two. */
type Place =
  | { bank: Pick<SimulatedCredit, 'countryCode' | 'routingNumber' | 'accountNumber'> }
  | {
      chainId: string
      address: string
    }

/** What arrived, as it is found again: by the bank's entry or by the transaction. */
export type Arrived =
  | { kind: 'BANK'; entryId: string; transferId?: string }
  | { kind: 'CHAIN'; paid: Paid; transferId?: string }

/** A final block and the watcher's pass take less; what takes longer is taken in later. */
const takenWithinMs = 4_000
const lookMs = 40

/** Money that a test lets arrive, as a payer's bank or wallet would send it. */
export function createDeposits(deps: Deps) {
  const takeBooked = inTurns<string, boolean>(async (entryIds) => {
    const isAnswering = await readFeed(deps)
    if (isAnswering) await takeInThese(deps, entryIds)
    return entryIds.map(() => isAnswering)
  })
  return { forTransfer, forFunding, find }

  async function forTransfer(
    caller: Caller,
    executionId: string,
    requested: RequestedAmount & {
      senderName?: string | undefined
      senderAccount?: string | undefined
      ultimateName?: string | undefined
    },
  ): Promise<Result<Arrived, TransferGift>> {
    const parsed = parseExecutionId(executionId)
    const transfer =
      parsed &&
      (await deps.db.reading(caller.partnerId, (tx) => findRow(tx, caller.partnerId, parsed.id)))
    if (!transfer || transfer.kind !== parsed.kind) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const account = transfer.deposit_account as DepositAccount | null
    if (account === null || !wasExecuted(transfer)) return fail(nothingAwaited(transfer))

    const jurisdiction = deps.jurisdictions.byId(transfer.jurisdiction_in)
    const quoted = { minor: transfer.amount_in, scale: transfer.scale_in }
    const sum = sumOf(jurisdiction, requested, { ...quoted, currency: transfer.currency_in })
    if (!sum.ok) return sum
    const { fullName, latinName } = partyOf(transfer, 'from')
    const name = requested.senderName ?? railName({ name: fullName, latinName })
    const arrived = await arrive(await placeOf(transfer, account), sum.value, {
      name,
      account: requested.senderAccount,
      ultimateName: requested.ultimateName,
      reference: account.reference ?? '',
    })
    return arrived.ok ? ok({ ...arrived.value, transferId: transfer.id }) : arrived
  }

  async function forFunding(
    caller: Caller,
    fundingAccountId: string,
    requested: Required<RequestedAmount> & Omit<Payer, 'account'> & { account: string | undefined },
  ): Promise<Result<Arrived, FundingGift>> {
    const id = parseId('fund', fundingAccountId)
    const account =
      id && (await deps.db.reading(caller.partnerId, (tx) => findFunding(tx, caller.partnerId, id)))
    if (!account) return fail({ code: 'FUNDING_ACCOUNT_NOT_FOUND' })
    const jurisdiction = deps.jurisdictions.byId(account.jurisdiction_id)
    const sum = sumOf(jurisdiction, requested)
    if (!sum.ok) return sum
    const place = fundingPlace(jurisdiction, account.deposit_info)
    if (!place) return unavailable('the bank has not opened the account yet')
    const name = requested.name === '' ? railName(customerNames(account)) : requested.name
    return arrive(place, sum.value, { ...requested, name })
  }

  /** The resulting deposit, as the contract defines it. */
  async function find(tx: Tx, { partnerId }: Caller, arrived: Arrived) {
    const row = await findDeposit(tx, partnerId, keyOf(arrived))
    if (arrived.kind === 'CHAIN') await keepFaucetTransaction(tx, partnerId, arrived.paid)
    const transferId = arrived.transferId ?? row?.transfer_id ?? undefined
    return {
      depositId: row ? formatId('dep', row.id) : '',
      ...(transferId === undefined ? {} : { executionId: formatId('exec', transferId) }),
      // On a chain that makes blocks final later it is only seen so far.
      status: row?.status ?? 'SCHEDULED',
    }
  }

  /** The service's own account at the bank, the customer's, or an address. */
  async function placeOf(transfer: TransferRow, account: DepositAccount): Promise<Place> {
    const { partner_id: partnerId, funding_account_id: fundingId, chain_id } = transfer
    const jurisdiction = deps.jurisdictions.byId(transfer.jurisdiction_in)
    const funding =
      fundingId === null
        ? undefined
        : await deps.db.reading(partnerId, (tx) => findFunding(tx, partnerId, fundingId))
    const own = funding && fundingPlace(jurisdiction, funding.deposit_info)
    if (own) return own
    const address = account.depositWalletAddress ?? ''
    if (address !== '') return { chainId: jurisdiction?.chainId ?? chain_id ?? '', address }
    const { bankRoutingNumber = '', bankBic = '', accountNumber = '', bankIban = '' } = account
    return {
      bank: {
        countryCode: jurisdiction?.countryCode ?? '',
        routingNumber: bankRoutingNumber === '' ? bankBic : bankRoutingNumber,
        accountNumber: accountNumber === '' ? bankIban : accountNumber,
      },
    }
  }

  /** The amount in the currency that was named, or in that of the place. */
  function sumOf(
    jurisdiction: JurisdictionRecord | undefined,
    { amount, currency }: RequestedAmount,
    quoted?: Sum,
  ) {
    const wanted = currency ?? quoted?.currency ?? ''
    if (quoted && amount === undefined && wanted === quoted.currency) return ok(quoted)
    const same = deps.jurisdictions.all.find(
      (item) =>
        item.currency.toUpperCase() === wanted.toUpperCase() &&
        item.chainId === jurisdiction?.chainId,
    )
    if (!same) return refused('FIELD_INVALID', 'currency', 'This currency cannot arrive here.')
    const { currency: name, currencyScale: scale } = same
    const money = fromWire(amount ?? toWire(quoted ?? { minor: 0n, scale }), name, scale)
    return money.ok
      ? ok(money.value)
      : refused('AMOUNT_PRECISION', 'amount', `${name} has ${scale} decimals.`)
  }

  async function arrive(place: Place, sum: Sum, payer: Payer): Promise<Result<Arrived, Gift>> {
    return 'bank' in place ? byBank(place.bank, sum, payer) : onChain(place, sum)
  }

  async function byBank(
    account: Extract<Place, { bank: unknown }>['bank'],
    sum: Sum,
    { name, account: senderAccount, ultimateName = '', reference }: Payer,
  ): Promise<Result<Arrived, Gift>> {
    const { sandbox } = deps.bank
    if (!sandbox) return unavailable('the bank is not a simulated one')
    const entryId = `credit/${deps.ids.uuid()}`
    // Every payer has an account, the same one each time: what goes back needs one.
    const sender = {
      name,
      account: senderAccount ?? simulatedSender(account.countryCode, name),
      ...(ultimateName === '' ? {} : { ultimate: ultimateName }),
    }
    await sandbox.credit({ entryId, ...account, ...sum, sender, reference })
    if (!(await takeBooked(entryId))) return unavailable('the bank does not answer')
    return ok({ kind: 'BANK', entryId })
  }

  async function onChain(
    { chainId, address }: { chainId: string; address: string },
    { currency, minor, scale }: Sum,
  ): Promise<Result<Arrived, Gift>> {
    const dev = deps.chains.get(chainId)?.dev
    const token = deps.jurisdictions.onChain(chainId).find((item) => item.currency === currency)
    if (!dev || !token) return unavailable('the chain is not a development chain')
    const paid = await dev.faucet({
      to: asHex(address),
      token: asHex(token.tokenAddress),
      amount: minor,
    })
    if (!paid.ok) return unavailable(paid.failure)
    const arrived: Arrived = {
      kind: 'CHAIN',
      paid: { ...paid.value, chainId, amount: toWire({ minor, scale }), currency },
    }
    await untilTaken(arrived)
    return ok(arrived)
  }

  async function untilTaken(arrived: Arrived): Promise<void> {
    for (let spentMs = 0; spentMs < takenWithinMs; spentMs += lookMs) {
      if (await deps.db.readingAll((tx) => findDeposit(tx, undefined, keyOf(arrived)))) return
      await sleep(lookMs)
    }
  }

  function unavailable(reason: string) {
    deps.log.warn({ reason }, 'no money can arrive now')
    return fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })
  }
}

type DepositAccount = {
  reference?: string
  accountNumber?: string
  bankIban?: string
  bankRoutingNumber?: string
  bankBic?: string
  depositWalletAddress?: string
}

const keyOf = (arrived: Arrived) =>
  arrived.kind === 'BANK'
    ? { bankEntry: arrived.entryId }
    : { chainId: arrived.paid.chainId, hash: arrived.paid.transactionHash.toLowerCase() }

function fundingPlace(jurisdiction: JurisdictionRecord | undefined, info: unknown) {
  const { bank_routing_number, bank_account_number, depositWalletAddress, chainId } =
    info as Partial<Record<string, string>>
  if (depositWalletAddress && chainId) return { chainId, address: depositWalletAddress }
  if (!bank_account_number) return undefined
  return {
    bank: {
      countryCode: jurisdiction?.countryCode ?? '',
      routingNumber: bank_routing_number ?? '',
      accountNumber: bank_account_number,
    },
  }
}

/** A quote waits for nothing, neither open nor expired; nor does money that goes back. */
const wasExecuted = ({ kind, status, started_at, refund_of }: TransferRow) =>
  kind === 'ordinary' && status !== 'QUOTED' && started_at !== null && refund_of === null

function nothingAwaited({ status }: TransferRow) {
  const text = 'This transfer waits for no deposit.'
  return illegalTransition(text, { from: status, to: 'PROCESSING', allowed: [] })
}

const refused = <C extends 'FIELD_INVALID' | 'AMOUNT_PRECISION'>(
  code: C,
  path: string,
  message: string,
) => fail({ code, details: [detail(path, code, message)] })
