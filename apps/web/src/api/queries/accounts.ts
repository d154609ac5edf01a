import { queryOptions } from '@tanstack/react-query'
import { accounts, type AnswerOf, call, type AskedOf, q } from '../call.ts'
import { freshFor } from '../query-client.ts'
import { type Picked, pickedSource, type RowOf } from '../list-source.ts'

export type ExternalAccount = RowOf<typeof accounts.listExternal>
export type ExternalDetail = AnswerOf<typeof accounts.readExternal>['data']
export type FundingAccount = RowOf<typeof accounts.listFunding>
export type Jurisdiction = RowOf<typeof accounts.listJurisdictions>
export type Corridor = RowOf<typeof accounts.listCorridors>
export type Requirements = AnswerOf<typeof accounts.requirements>['data']
export type AccountType = Requirements['types'][number]

/** What live messages about accounts make stale. */
export const accountsKey = ['accounts'] as const

const pageSize = '200'
// Enough for any list a person chooses from; beyond it the newest are offered.
const pagesMax = 25

export const jurisdictionsQuery = q(
  accounts.listJurisdictions,
  { limit: pageSize },
  { staleTime: freshFor.reference },
)

/** Corridors from where deposits arrive. */
export const corridorsFromQuery = (jurisdictionId: string) =>
  q(
    accounts.listCorridors,
    { from: jurisdictionId, limit: pageSize },
    { staleTime: freshFor.reference, select: ({ data }) => data },
  )

const listedExternal = [
  'accountId',
  'accountKind',
  'status',
  'accountHolder.name',
  'accountHolder.latinName',
  'nickname',
  'account.bankName',
  'account.bankIban',
  'account.accountNumber',
  'wallet',
  'jurisdiction.name',
  'jurisdiction.currency',
  'verification',
  'source',
  'lastUsedAt',
  'createdAt',
] as const
export type ListedExternal = Picked<ExternalAccount, (typeof listedExternal)[number]>

export const externalSource = pickedSource(
  [...accountsKey, 'external'],
  accounts.listExternal,
  listedExternal,
)

export const externalSourceOf = (entityId: string) =>
  pickedSource([...accountsKey, 'of-entity'], accounts.listExternalOfEntity, listedExternal, {
    entityId,
  })

/** The accounts of all customers, for choosing one of them. */
export const allAccountsQuery = queryOptions({
  queryKey: [...accountsKey, 'external', 'all'],
  queryFn: async ({ signal }): Promise<ExternalAccount[]> => {
    const all: ExternalAccount[] = []
    let cursor: string | undefined
    for (let page = 0; page < pagesMax; page++) {
      const query = { limit: pageSize, cursor }
      const { data, pagination } = await call(accounts.listExternal, { query }, { signal })
      all.push(...data)
      if (!pagination.nextCursor) break
      cursor = pagination.nextCursor
    }
    return all
  },
})

/** The accounts of one customer, for choosing one of them. */
export const accountsOfQuery = (entityId: string) =>
  q(accounts.listExternalOfEntity, { entityId, limit: pageSize })

/** The wallets of this workspace, for naming addresses. */
export const knownWalletsQuery = q(
  accounts.listExternal,
  { kind: 'NON_CUSTODIAL_WALLET', limit: pageSize },
  { staleTime: freshFor.reference },
)

const listedFunding = [
  'fundingAccountId',
  'accountOwner.name',
  'status',
  'jurisdiction.name',
  'jurisdiction.currency',
  'depositAccountInfo.bank_name',
  'depositAccountInfo.bank_account_number',
  'depositAccountInfo.networkName',
  'depositAccountInfo.depositWalletAddress',
  'returnPolicy',
  'totals',
  'createdAt',
] as const
export type ListedFunding = Picked<FundingAccount, (typeof listedFunding)[number]>

export const fundingSource = pickedSource(
  [...accountsKey, 'funding'],
  accounts.listFunding,
  listedFunding,
)

export const fundingSourceOf = (entityId: string) =>
  pickedSource([...accountsKey, 'funding-of'], accounts.listFundingOfEntity, listedFunding, {
    entityId,
  })

/** The funding accounts of one customer, for choosing one of them. */
export const fundingOfQuery = (entityId: string) =>
  q(accounts.listFundingOfEntity, { entityId, limit: pageSize })

export const requirementsQuery = (asked: AskedOf<typeof accounts.requirements>) =>
  q(accounts.requirements, asked, { staleTime: freshFor.reference })

/** What is needed after some answers. They are personal: not kept for longer than they are on screen. */
export const evaluateQuery = (asked: AskedOf<typeof accounts.evaluate>) =>
  q(accounts.evaluate, asked, { staleTime: freshFor.reference, gcTime: 0 })
