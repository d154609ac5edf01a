import { z } from 'zod'
import { listed, Money, pageQuery, recordId, sortBy, text } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

export const jurisdictionTypes = ['country', 'blockchain'] as const

export const JurisdictionRef = z
  .object({
    id: z.string().describe('Id of the jurisdiction, `jur_…`.'),
    name: z.string().describe('Name of the country, or of the token on its chain.'),
    currency: z.string().describe('Code of its currency or token.'),
    type: z.enum(jurisdictionTypes).describe('Whether it is a country or a blockchain.'),
  })
  .meta({ id: 'JurisdictionRef' })

export const Jurisdiction = z
  .object({
    id: z.string().describe('Id of the jurisdiction, `jur_…`.'),
    name: z.string().describe('Name of the country, or of the token on its chain.'),
    type: z.enum(jurisdictionTypes).describe('Whether it is a country or a blockchain.'),
    currency: z.string().describe('Code of its currency or token.'),
    currencyScale: z.int().describe('Decimals of its amounts, such as 2 for USD.'),
    countryCode: z
      .string()
      .optional()
      .describe('Country as two capital letters (ISO 3166); absent of a blockchain.'),
    networkName: z.string().optional().describe('Name of the chain; absent of a country.'),
    chainId: z.string().optional().describe('Id of the chain, as text; absent of a country.'),
    tokenAddress: z
      .string()
      .optional()
      .describe('Address of the token’s contract; absent of a country.'),
    nativeCurrency: z
      .string()
      .optional()
      .describe('Code of the coin that pays the chain’s fees; absent of a country.'),
    rails: z
      .array(
        z.object({
          rail: z.string().describe('Name of the rail, such as SEPA_INSTANT.'),
          direction: z
            .enum(['IN', 'OUT', 'BOTH'])
            .describe('Whether it takes money in, pays out, or both.'),
          min: z.number().describe('The least of one payment, in the currency.'),
          max: z.number().describe('The most of one payment, in the currency.'),
          cutoff: z
            .string()
            .describe(
              'Time and zone until which a payment goes out the same day, such as `15:00 Europe/Berlin`; empty where there is none.',
            ),
          settlement: z
            .enum(['INSTANT', 'BATCH'])
            .describe('Whether payments settle at once or in batches.'),
          etaMinutes: z.number().describe('Minutes that a payment usually takes.'),
        }),
      )
      .describe('Rails by which money moves there.'),
    features: z
      .object({
        onRamp: z.boolean().describe('Whether money from there can become a token.'),
        offRamp: z.boolean().describe('Whether a token can be paid out there.'),
        payIn: z.boolean().describe('Whether funding accounts can be opened there.'),
        walletToWallet: z.boolean().describe('Whether wallets there can pay each other.'),
        entityTypes: z.array(z.string()).describe('Types of customers that may use it.'),
      })
      .describe('What the service offers there.'),
    status: z
      .enum(['AVAILABLE', 'DEGRADED', 'PAUSED'])
      .describe('Whether it works now, works slowly, or is paused.'),
  })
  .meta({ id: 'Jurisdiction' })

export const Corridor = z
  .object({
    from: JurisdictionRef.describe('Where the money comes from.'),
    to: JurisdictionRef.describe('Where the money goes.'),
    direction: z
      .enum(['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT', 'CRYPTO_TO_CRYPTO'])
      .describe('What the money turns into.'),
    fee: z
      .object({
        fixed: Money.describe('Fee of each transfer, whatever its amount.'),
        bps: z.number().describe('Fee in hundredths of a percent of the amount.'),
        summary: z.string().describe('Both in a text.'),
      })
      .describe('What a transfer costs.'),
    etaMinutes: z.number().describe('Minutes that a transfer usually takes.'),
    requirements: z
      .object({
        summary: z.string().describe('The requirements in a sentence.'),
        entityId: z
          .string()
          .optional()
          .describe('Id of the customer that was asked about; absent where none was.'),
        ready: z
          .boolean()
          .optional()
          .describe('Whether the customer has all of it; absent where none was asked about.'),
        missing: z
          .array(z.string())
          .optional()
          .describe('Keys of what the customer lacks; absent where none was asked about.'),
      })
      .describe('What a customer needs for it.'),
    health: z
      .enum(['AVAILABLE', 'DEGRADED', 'PAUSED'])
      .describe('Whether it works now, works slowly, or is paused.'),
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
      type: z
        .enum(jurisdictionTypes)
        .optional()
        .describe('Whether it is a country or a blockchain.'),
      currency: text(20).optional().describe('Code of its currency or token, such as EUR or USDC.'),
      q: text().optional().describe('Part of the name.'),
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
      from: recordId()
        .optional()
        .describe('Id of the jurisdiction that the money comes from, `jur_…`.'),
      to: recordId().optional().describe('Id of the jurisdiction that the money goes to, `jur_…`.'),
      entityId: recordId()
        .optional()
        .describe('Id of a customer, `ent_…`: the answer lists what it lacks for each corridor.'),
    }),
    response: listed(Corridor),
    failures: ['CURSOR_INVALID', 'ENTITY_NOT_FOUND'],
  }),
}
