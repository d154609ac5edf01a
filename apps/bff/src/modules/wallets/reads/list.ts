import { customerName, formatId, ok } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import type { Deps } from '../../../ports/deps.ts'
import { accountBody } from '../base/bodies.ts'
import type { createReads } from './reads.ts'
import * as store from '../base/store.ts'

/** The wallets of all entities: whose they are, how they are signed for, and what they hold. */
export function createWalletList(
  deps: Deps,
  { balanceOf }: Pick<ReturnType<typeof createReads>, 'balanceOf'>,
) {
  return { read }

  async function read(caller: Caller, page: Page, { search }: { search?: string | undefined }) {
    const found = await deps.db.withPartner(caller.partnerId, async (tx) => {
      const rows = await store.listWallets(tx, caller.partnerId, page, search)
      const { items, pagination } = pageOf(page, rows)
      if (items.length === 0) return { items, pagination, accounts: [], owners: [] }
      const [accounts, owners] = await Promise.all([
        store.accountsOfWallets(
          tx,
          caller.partnerId,
          items.map(({ id }) => id),
        ),
        store.ownersOf(tx, caller.partnerId, [...new Set(items.map((item) => item.entity_id))]),
      ])
      return { items, pagination, accounts, owners }
    })
    const entityIds = found.owners.map(({ id }) => formatId('ent', id))
    const [summary, balances] = await Promise.all([
      deps.signer.summariseWallets(entityIds),
      balancesOf(found.accounts),
    ])
    const items = found.items.map((wallet) => {
      const walletId = formatId('wal', wallet.id)
      const entityId = formatId('ent', wallet.entity_id)
      const owner = found.owners.find(({ id }) => id === wallet.entity_id)
      const signing = summary.entities.find((entity) => entity.entityId === entityId)
      const lastSignedAt = summary.wallets.find((item) => item.walletId === walletId)?.lastSignedAt
      const accounts = found.accounts.filter(({ wallet_id }) => wallet_id === wallet.id)
      const held = accounts.map((account) => balances.get(placeOf(account)))
      const known = held.filter((balance) => balance !== undefined)
      return {
        walletId,
        walletName: wallet.name,
        entityId,
        entityName: owner ? customerName(owner) : '',
        createdAt: wallet.created_at.toISOString(),
        accounts: accounts.map(accountBody),
        authTypes: signing?.authTypes ?? [],
        passkeys: signing?.passkeys ?? 0,
        ...(lastSignedAt === undefined ? {} : { lastSignedAt }),
        ...(known.length === held.length
          ? {
              balances: [
                ...new Map(known.map((item) => [`${item.chainId} ${item.address}`, item])).values(),
              ],
            }
          : {}),
      }
    })
    return ok({ items, pagination: found.pagination })
  }

  /** Each address once, however many tokens of its chain the wallet has accounts of. */
  async function balancesOf(accounts: readonly store.WalletAccountRow[]) {
    const places = new Map(accounts.map((account) => [placeOf(account), account]))
    const found = await Promise.all(
      [...places].map(async ([place, account]) => [place, await balanceOf(account)] as const),
    )
    return new Map(found)
  }
}

const placeOf = ({ chain_id, address }: store.WalletAccountRow) => `${chain_id} ${address}`
