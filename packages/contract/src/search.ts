import { z } from 'zod'
import { enveloped, Money, text, timestamp } from './base/common.ts'
import { endpoint, type Scope } from './base/endpoint.ts'

/** Kinds of records that a search finds, in the order of its results, and who may read them. */
export const searchScopes = {
  transfer: 'transfers:read',
  deposit: 'payin-routes:read',
  entity: 'entities:read',
  account: 'accounts:read',
  fundingAccount: 'accounts:read',
  route: 'payin-routes:read',
  wallet: 'wallets:read',
  frame: 'liquidity:read',
  drawing: 'liquidity:read',
  repaymentQuote: 'liquidity:read',
  replenishment: 'liquidity:read',
  liquidityPayment: 'liquidity:read',
  withdrawal: 'liquidity:read',
  event: 'webhooks:read',
  delivery: 'webhooks:read',
  approval: 'partners:read',
} as const satisfies Record<string, Scope>
export type SearchKind = keyof typeof searchScopes

export const searchKinds = Object.keys(searchScopes) as [SearchKind, ...SearchKind[]]

/** By what a record was found. */
export const searchMatches = [
  'id',
  'reference',
  'hash',
  'amount',
  'payer',
  'payee',
  'customer',
  'account',
  'email',
  'name',
] as const

/** A record that was found, as far as a line of a list says it; numbers of accounts are masked. */
export const SearchHit = z
  .object({
    kind: z.enum(searchKinds).describe('Kind of the record.'),
    id: z.string().describe('Id of the record.'),
    parentId: z
      .string()
      .describe(
        'Id of the customer or drawing on whose page it is shown; empty where it has its own.',
      ),
    title: z.string().describe('What a list shows first, such as a name or your own reference.'),
    subtitle: z
      .string()
      .describe('What a list shows beside it; numbers of accounts are masked, may be empty.'),
    status: z.string().optional().describe('State of the record; absent where its kind has none.'),
    amount: Money.optional().describe('Its amount; absent where its kind has none.'),
    at: timestamp().describe('When the record was created.'),
    match: z.enum(searchMatches).describe('By what it was found.'),
  })
  .meta({ id: 'SearchHit' })

export const search = {
  find: endpoint({
    id: 'search.find',
    module: 'partners',
    method: 'GET',
    path: '/api/v1/xfer/utility/search',
    summary: 'Find records of any kind by id, reference, hash, account, address, amount or name',
    scope: 'transfers:read',
    orScope: [...new Set(Object.values(searchScopes))].filter(
      (scope) => scope !== 'transfers:read',
    ),
    query: z.object({
      q: text(100).describe('Id, reference, hash, end of an account, address, amount or name.'),
      limit: z
        .string()
        .regex(/^[1-9][0-9]?$/)
        .transform(Number)
        .refine((limit) => limit <= 50)
        .optional()
        .describe('How many records are answered at most, 1 to 50; 30 when absent.'),
    }),
    response: enveloped(z.array(SearchHit)),
    failures: [],
  }),
}
