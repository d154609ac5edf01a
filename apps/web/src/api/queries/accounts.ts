import { queryOptions } from '@tanstack/react-query'
import { accounts, type AnswerOf, call, type InputOf } from '../call.ts'
import { type Picked, pickedSource, type RowOf } from '../list-source.ts'
import { freshFor } from '../query-client.ts'

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

export const jurisdictionsQuery = queryOptions({
  queryKey: [...accountsKey, 'jurisdictions'],
  queryFn: ({ signal }) =>
    call(accounts.listJurisdictions, { query: { limit: pageSize } }, { signal }),
  staleTime: freshFor.reference,
})

/** Corridors from where deposits arrive. */
export const corridorsFromQuery = (jurisdictionId: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'jurisdictions', 'corridors', jurisdictionId],
    queryFn: async ({ signal }): Promise<Corridor[]> => {
      const query = { from: jurisdictionId, limit: pageSize }
      return (await call(accounts.listCorridors, { query }, { signal })).data
    },
    staleTime: freshFor.reference,
  })

const listedExternal = [
  'accountId',
  'accountKind',
  'status',
  'accountHolder.name',
  'nickname',
  'account.bankName',
  'account.bankIban',
  'account.accountNumber',
  'wallet.walletAddress',
  'wallet.networkName',
  'jurisdiction.name',
  'jurisdiction.currency',
  'verification.status',
  'verification.nameMatch',
  'verification.bankName',
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

export const externalQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'external', 'one', accountId],
    queryFn: ({ signal }) => call(accounts.readExternal, { params: { accountId } }, { signal }),
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
  queryOptions({
    queryKey: [...accountsKey, 'of-entity', 'choice', entityId],
    queryFn: ({ signal }) =>
      call(
        accounts.listExternalOfEntity,
        { params: { entityId }, query: { limit: pageSize } },
        { signal },
      ),
  })

/** Whether there is any account yet. */
export const anyAccountQuery = queryOptions({
  queryKey: [...accountsKey, 'overview', 'any'],
  queryFn: ({ signal }) => call(accounts.listExternal, { query: { limit: '1' } }, { signal }),
})

/** The wallets of this workspace, for naming addresses. */
export const knownWalletsQuery = queryOptions({
  queryKey: [...accountsKey, 'known-wallets'],
  queryFn: ({ signal }) =>
    call(
      accounts.listExternal,
      { query: { kind: 'NON_CUSTODIAL_WALLET', limit: pageSize } },
      { signal },
    ),
  staleTime: freshFor.reference,
})

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

/** One funding account, wherever its terms are needed. */
export const fundingQuery = (fundingAccountId: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'funding', 'one', fundingAccountId],
    queryFn: ({ signal }) =>
      call(accounts.readFunding, { params: { fundingAccountId } }, { signal }),
  })

/** The funding accounts of one customer, for choosing one of them. */
export const fundingOfQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'funding', 'of-entity', 'choice', entityId],
    queryFn: ({ signal }) =>
      call(
        accounts.listFundingOfEntity,
        { params: { entityId }, query: { limit: pageSize } },
        { signal },
      ),
  })

// Not under 'accounts': what a form asks for does not change because an account did.
const requirementsKey = ['account-requirements'] as const

export type RequirementsFor = {
  jurisdictionId: string
  entityType?: 'individual' | 'business' | undefined
  ownership: 'SELF' | 'THIRD_PARTY'
}

export const requirementsQuery = (query: RequirementsFor) =>
  queryOptions({
    queryKey: [...requirementsKey, query],
    queryFn: ({ signal }) => call(accounts.requirements, { query }, { signal }),
    staleTime: freshFor.reference,
  })

type Evaluate = InputOf<typeof accounts.evaluate>

/** What is needed after some answers; a question like the one before, so it is cached like one. */
export const evaluateQuery = (body: Evaluate['body']) =>
  queryOptions({
    queryKey: [...requirementsKey, 'evaluated', body],
    queryFn: ({ signal }) => call(accounts.evaluate, { body }, { signal }),
    staleTime: freshFor.reference,
    // The answers are personal: they are not kept for longer than they are on screen.
    gcTime: 0,
  })
