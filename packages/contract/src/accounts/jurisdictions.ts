import { z } from 'zod'
import { listed, Money, pageQuery, recordId, sortBy, text } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

export const jurisdictionTypes = ['country', 'blockchain'] as const

export const JurisdictionRef = z
  .object({
    id: z.string(),
    name: z.string(),
    currency: z.string(),
    type: z.enum(jurisdictionTypes),
  })
  .meta({ id: 'JurisdictionRef' })

export const Jurisdiction = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(jurisdictionTypes),
    currency: z.string(),
    currencyScale: z.int(),
    countryCode: z.string().optional(),
    networkName: z.string().optional(),
    chainId: z.string().optional(),
    tokenAddress: z.string().optional(),
    nativeCurrency: z.string().optional(),
    rails: z.array(
      z.object({
        rail: z.string(),
        direction: z.enum(['IN', 'OUT', 'BOTH']),
        min: z.number(),
        max: z.number(),
        cutoff: z.string(),
        settlement: z.enum(['INSTANT', 'BATCH']),
        etaMinutes: z.number(),
      }),
    ),
    features: z.object({
      onRamp: z.boolean(),
      offRamp: z.boolean(),
      payIn: z.boolean(),
      walletToWallet: z.boolean(),
      entityTypes: z.array(z.string()),
    }),
    status: z.enum(['AVAILABLE', 'DEGRADED', 'PAUSED']),
  })
  .meta({ id: 'Jurisdiction' })

export const Corridor = z
  .object({
    from: JurisdictionRef,
    to: JurisdictionRef,
    direction: z.enum(['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT', 'CRYPTO_TO_CRYPTO']),
    fee: z.object({ fixed: Money, bps: z.number(), summary: z.string() }),
    etaMinutes: z.number(),
    requirements: z.object({
      summary: z.string(),
      /** Only where an entity is named: what it lacks for this corridor. */
      entityId: z.string().optional(),
      ready: z.boolean().optional(),
      missing: z.array(z.string()).optional(),
    }),
    health: z.enum(['AVAILABLE', 'DEGRADED', 'PAUSED']),
  })
  .meta({ id: 'Corridor' })

export const jurisdictions = {
  listJurisdictions: endpoint({
    id: 'accounts.listJurisdictions',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/utility/jurisdictions',
    summary: 'List countries and chains with their rails and features',
    query: z.object({
      ...pageQuery,
      // They have no age: by createdAt they come as they are listed.
      sort: sortBy(['createdAt', 'name']),
      type: z.enum(jurisdictionTypes).optional(),
      currency: text(20).optional(),
      q: text().optional(),
    }),
    response: listed(Jurisdiction),
    failures: ['CURSOR_INVALID'],
  }),
  listCorridors: endpoint({
    id: 'accounts.listCorridors',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/utility/corridors',
    summary: 'List from where to where money can go, with fee and time',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt', 'name']),
      from: recordId().optional(),
      to: recordId().optional(),
      entityId: recordId().optional(),
    }),
    response: listed(Corridor),
    failures: ['CURSOR_INVALID', 'ENTITY_NOT_FOUND'],
  }),
}
