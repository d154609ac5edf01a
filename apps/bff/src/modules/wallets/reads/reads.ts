import { asHex } from '@corridor/chains'
import type { PolicyRules } from '@corridor/contract'
import { fail, formatId, ok, parseId, toWire } from '@corridor/domain'
import type { ReplayedTransfer, WaitingActivity } from '@corridor/signer'
import { toChecksumAddress } from '@corridor/signing/evm'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findEntity } from '../../entities/store.ts'
import type { WalletOwner } from '../base/owner.ts'
import { refusalOf } from '../base/signer-failures.ts'
import * as store from '../base/store.ts'

/** What a wallet has and did: from the signer, our rows, and the chain. */
export function createReads(deps: Deps, owner: WalletOwner) {
  return {
    credentials,
    wallets,
    exportsOf,
    balances,
    balanceOf,
    transactions,
    policy,
    replayPolicy,
  }

  async function credentials(caller: Caller, entityId: string) {
    const entity = await owner.find(caller, entityId)
    return entity.ok ? ok(await deps.signer.listCredentials(entityId)) : entity
  }

  async function wallets(tx: Tx, caller: Caller, entityId: string) {
    const id = parseId('ent', entityId) ?? ''
    const accounts = await store.accountsOf(tx, caller.partnerId, id)
    const rows = await store.walletsOf(tx, caller.partnerId, id)
    return rows.map((wallet) => ({
      wallet,
      accounts: accounts.filter((account) => account.wallet_id === wallet.id),
    }))
  }

  /** Exports among what waits, with the wallet that is asked for. */
  async function exportsOf(tx: Tx, caller: Caller, waiting: readonly WaitingActivity[]) {
    const found = await Promise.all(
      waiting.map(async ({ activityId, availableAt }) => {
        const activity = await store.findActivity(tx, caller.partnerId, activityId)
        const { walletId } = (activity?.request ?? {}) as { walletId?: string }
        return walletId === undefined ? [] : [{ activityId, walletId, availableAt }]
      }),
    )
    return found.flat()
  }

  /** The policy of a wallet, in data and in words; the signer keeps it. */
  async function policy(caller: Caller, entityId: string, walletId: string) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const read = await deps.signer.readPolicy({ entityId, walletId })
    return read.ok ? read : refusalOf(read.failure)
  }

  /** What a draft would have decided about the wallet's last 30 days. */
  async function replayPolicy(
    caller: Caller,
    entityId: string,
    draft: { walletId: string; policy: PolicyRules },
  ) {
    const entity = await owner.find(caller, entityId)
    if (!entity.ok) return entity
    const replayed = await deps.signer.replayPolicy({ entityId, ...draft })
    if (!replayed.ok) return refusalOf(replayed.failure)
    const { refused, waiting, allowed, ...rest } = replayed.value
    return ok({
      ...rest,
      refused: refused.map(replayedBody),
      waiting: waiting.map(replayedBody),
      allowed: allowed.map(replayedBody),
    })
  }

  /** Native coin and every known token of each address, read from the chain at one block. */
  async function balances(
    caller: Caller,
    entityId: string,
    query: { walletId?: string | undefined; jurisdictionId?: string | undefined },
  ) {
    const accounts = await deps.db.withPartner(caller.partnerId, (tx) =>
      asked(tx, caller, entityId, query),
    )
    if (!accounts.ok) return accounts
    const places = new Map(
      accounts.value.map((account) => [`${account.chain_id} ${account.address}`, account]),
    )
    const read = await Promise.all(
      [...places.values()].map((account) => balanceOf(account, query.jurisdictionId)),
    )
    const known = read.filter((balance) => balance !== undefined)
    return known.length === read.length
      ? ok(known)
      : fail({ code: 'PROVIDER_UNAVAILABLE' as const, retryAfterSeconds: 1 })
  }

  async function asked(
    tx: Tx,
    caller: Caller,
    entityId: string,
    query: { walletId?: string | undefined; jurisdictionId?: string | undefined },
  ) {
    const id = parseId('ent', entityId)
    const entity = id && (await findEntity(tx, caller.partnerId, id))
    if (!entity) return fail({ code: 'ENTITY_NOT_FOUND' as const })
    const walletId =
      query.walletId === undefined ? undefined : (parseId('wal', query.walletId) ?? '')
    const wallet = walletId
      ? await store.findWallet(tx, caller.partnerId, entity.id, walletId)
      : undefined
    if (walletId !== undefined && !wallet)
      return fail({
        code: 'WALLET_NOT_FOUND' as const,
        details: [
          detail('walletId', 'WALLET_NOT_FOUND', 'This entity has no wallet with this id.'),
        ],
      })
    if (query.jurisdictionId !== undefined && !deps.jurisdictions.tokenById(query.jurisdictionId))
      return fail({
        code: 'RECORD_NOT_FOUND' as const,
        details: [
          detail('jurisdictionId', 'RECORD_NOT_FOUND', 'No chain jurisdiction has this id.'),
        ],
      })
    return ok(
      await store.accountsOf(tx, caller.partnerId, entity.id, {
        walletId,
        jurisdictionId: query.jurisdictionId,
      }),
    )
  }

  async function balanceOf({ chain_id, address }: store.WalletAccountRow, jurisdictionId?: string) {
    const chain = deps.chains.get(chain_id)
    const tokens = deps.jurisdictions
      .onChain(chain_id)
      .filter(({ id }) => jurisdictionId === undefined || id === jurisdictionId)
    const read = await chain?.adapter.balances(
      asHex(address),
      tokens.map((token) => asHex(token.tokenAddress)),
    )
    if (!chain || !read?.ok) return undefined
    const { native, tokens: amounts, blockNumber, blockTimestamp } = read.value
    const coin = chain.definition.nativeCurrency
    return {
      address,
      networkName: chain.definition.networkName,
      chainId: chain_id,
      native: { currency: coin.symbol, amount: toWire({ minor: native, scale: coin.decimals }) },
      tokens: tokens.map((token, i) => ({
        currency: token.currency,
        tokenAddress: token.tokenAddress,
        amount: toWire({ minor: amounts[i] ?? 0n, scale: token.currencyScale }),
        decimals: token.currencyScale,
      })),
      asOf: new Date(blockTimestamp * 1000).toISOString(),
      blockNumber: Number(blockNumber),
    }
  }

  async function transactions(
    tx: Tx,
    caller: Caller,
    entityId: string,
    address: string,
    page: Page,
  ) {
    const id = parseId('ent', entityId)
    const entity = id && (await findEntity(tx, caller.partnerId, id))
    if (!entity) return fail({ code: 'ENTITY_NOT_FOUND' as const })
    const [account] = await store.accountsOf(tx, caller.partnerId, entity.id, { address })
    if (!account)
      return fail({
        code: 'ACCOUNT_NOT_FOUND' as const,
        details: [detail('address', 'ACCOUNT_NOT_FOUND', 'This entity has no such address.')],
      })
    const rows = await store.tokenTransfers(tx, caller.partnerId, account.chain_id, address, page)
    const names = await namesOf(tx, caller.partnerId, account, rows)
    return ok({
      ...pageOf(page, rows),
      view: (row: store.TokenTransferRow) => {
        const counterparty = names.get(otherEnd(account, row))
        const body = transactionBody(account, row)
        return counterparty === undefined ? body : { ...body, counterparty }
      },
    })
  }

  /** Whose the other ends are: an account's holder by name, or the service's own addresses. */
  async function namesOf(
    tx: Tx,
    partnerId: string,
    account: store.WalletAccountRow,
    rows: readonly store.TokenTransferRow[],
  ): Promise<Map<string, string>> {
    const others = [...new Set(rows.map((row) => otherEnd(account, row)))]
    const [holders, own] = await Promise.all([
      store.holdersOf(tx, partnerId, others),
      store.serviceAddresses(tx, account.chain_id, others),
    ])
    const treasury = deps.chains.get(account.chain_id)?.treasury.address.toLowerCase()
    return new Map([
      ...own.map((address) => [address, 'Corridor, deposit address'] as const),
      ...(treasury === undefined ? [] : [[treasury, 'Corridor, custody'] as const]),
      ...holders,
    ])
  }

  function transactionBody(
    { chain_id, address }: store.WalletAccountRow,
    row: store.TokenTransferRow,
  ) {
    const token = deps.jurisdictions
      .onChain(chain_id)
      .find((item) => item.tokenAddress.toLowerCase() === row.token.toLowerCase())
    const chain = deps.chains.get(chain_id)
    const isFrom = row.from_address === address.toLowerCase()
    const isTo = row.to_address === address.toLowerCase()
    const cost = (row.gas_used ?? 0n) * (row.gas_price ?? 0n)
    const explorer = chain?.definition.explorerUrl
    return {
      hash: row.hash,
      direction: isFrom && isTo ? ('self' as const) : isFrom ? ('out' as const) : ('in' as const),
      from: toChecksumAddress(row.from_address),
      to: toChecksumAddress(row.to_address),
      amount: toWire({ minor: row.amount, scale: token?.currencyScale ?? 0 }),
      currency: token?.currency ?? '',
      tokenAddress: toChecksumAddress(row.token),
      fee: toWire({ minor: cost, scale: chain?.definition.nativeCurrency.decimals ?? 18 }),
      status: 'CONFIRMED',
      ...(row.execution === null ? {} : { executionId: formatId('cexec', row.execution) }),
      blockNumber: row.block_number,
      timestamp: row.block_time.toISOString(),
      url: explorer ? `${explorer}/tx/${row.hash}` : '',
    }
  }
}

/** The address at the other end, lower case. */
const otherEnd = ({ address }: store.WalletAccountRow, row: store.TokenTransferRow) =>
  row.from_address === address.toLowerCase() ? row.to_address : row.from_address

const replayedBody = ({ minor, scale, ...transfer }: ReplayedTransfer) => ({
  ...transfer,
  amount: toWire({ minor: BigInt(minor), scale }),
})
