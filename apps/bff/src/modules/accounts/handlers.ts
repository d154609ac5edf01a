import type { accounts, BankAccount, ExternalAccount } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/caller.ts'
import type { Handlers } from '../../api/handlers.ts'
import { pageOf, readPage } from '../../api/paging.ts'
import { answersFor } from '../../api/refusal.ts'
import type { Deps } from '../../deps.ts'
import { executionId } from '../transfers/ids.ts'
import type { AccountService } from './service.ts'
import type { ExternalAccountRow } from './store.ts'

const valueOrThrow = answersFor({
  ACCOUNT_NOT_FOUND: 'No account has this id.',
  ENTITY_NOT_FOUND: 'No entity has this id.',
})
type Body = z.output<typeof ExternalAccount>

export function accountHandlers(service: AccountService, deps: Deps): Handlers<typeof accounts> {
  const bodyOf = (row: ExternalAccountRow) => accountBody(deps, row)
  return {
    readExternal: async (tx, { params }, caller) => {
      const { account, transfers } = valueOrThrow(await service.read(tx, caller, params.accountId))
      const recentTransfers = transfers.map((transfer) => ({
        executionId: executionId(transfer),
        status: transfer.status,
        createdAt: transfer.created_at.toISOString(),
      }))
      return { success: true, data: { ...bodyOf(account), routes: [], recentTransfers } }
    },
    listExternal: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'accounts', query)
      const { items, pagination } = await service.list(tx, caller, query, page)
      return { success: true, data: items.map(bodyOf), pagination }
    },
    listExternalOfEntity: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `accounts:${params.entityId}`, query)
      const listed = valueOrThrow(
        await service.listOfEntity(tx, caller, params.entityId, query, page),
      )
      return { success: true, data: listed.items.map(bodyOf), pagination: listed.pagination }
    },
    listJurisdictions: async (_tx, { query }, caller) =>
      jurisdictionPage(service.jurisdictions(query), caller, query),
  }

  /** The list is short and fixed, so its cursor is the place in it. */
  function jurisdictionPage(
    all: ReturnType<AccountService['jurisdictions']>,
    caller: Caller,
    query: { limit?: number | undefined; cursor?: string | undefined },
  ) {
    const page = readPage(deps, caller, 'jurisdictions', query)
    const start = page.after ? Number.parseInt(page.after.key, 10) : 0
    const rows = all.slice(start).map((jurisdiction, i) => ({
      jurisdiction,
      sort_key: String(start + i + 1),
      id: jurisdiction.id,
    }))
    const { items, pagination } = pageOf(page, rows, all.length)
    return { success: true as const, data: items.map((item) => item.jurisdiction), pagination }
  }
}

/** The bank members of an account that is none: all of them given, so all of them there. */
export const emptyBankAccount: z.output<typeof BankAccount> = {
  accountNumber: '',
  accountHolderName: '',
  bankName: '',
  bankAddress: '',
  bankCountry: '',
  bankSwiftCode: '',
  bankRoutingNumber: '',
  bankIban: '',
  bankBic: '',
  branchCode: '',
  accountType: '',
  additionalDetails: {},
}

/** A row in the words of operations.md, part 3. */
export function accountBody(
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  row: ExternalAccountRow,
): Body {
  const jurisdiction = jurisdictions.byId(row.jurisdiction_id)
  return {
    accountId: formatId('acc', row.id),
    entityId: formatId('ent', row.entity_id),
    ownership: row.ownership,
    accountKind: row.kind,
    status: row.status as Body['status'],
    statusReason: row.status_reason,
    jurisdiction: {
      id: row.jurisdiction_id,
      name: jurisdiction?.name ?? '',
      currency: jurisdiction?.currency ?? '',
      type: jurisdiction?.type ?? 'blockchain',
    },
    rails: row.rails,
    accountHolder: row.holder as Body['accountHolder'],
    account: { ...emptyBankAccount, ...(row.account as Partial<typeof emptyBankAccount>) },
    ...(row.wallet === null ? {} : { wallet: row.wallet as NonNullable<Body['wallet']> }),
    verification: {
      status: 'VERIFIED',
      nameMatch: 'UNAVAILABLE',
      bankName: '',
      method: 'OWN_WALLET',
    },
    nickname: row.nickname,
    source: row.source as Body['source'],
    fingerprint: row.fingerprint,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at.toISOString() }),
    version: row.version,
  }
}
