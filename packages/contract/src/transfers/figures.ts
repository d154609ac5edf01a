import { z } from 'zod'
import { anyTimestamp, calendarDate, enveloped, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

/** What amounts of all currencies are converted to: what each was worth by the rate of its quote. */
export const figureCurrency = 'USD'

const zone = text(64)
  .optional()
  .meta({ description: 'IANA name of the time zone that days begin in; UTC when absent.' })

/** Volume, times and fees are those of completed transfers. */
const totals = {
  transfers: z.int().describe('How many transfers were started.'),
  completed: z.int().describe('How many of them completed.'),
  failed: z.int().describe('How many failed, expired, were cancelled or refunded.'),
  volume: z.number().describe('What the completed ones moved, in US dollars.'),
  fees: z.number().describe('Their fees, in US dollars.'),
  medianSeconds: z
    .number()
    .nullable()
    .describe(
      'Seconds from start to completion that half of them took at most; null where none completed.',
    ),
  p95Seconds: z
    .number()
    .nullable()
    .describe('Seconds that 95 of 100 took at most; null where none completed.'),
}

export const FigurePeriod = z
  .object({
    from: timestamp().describe('When the period begins.'),
    to: timestamp().describe('When it ends; not itself part of it.'),
    ...totals,
    days: z
      .array(z.object({ date: calendarDate().describe('The day as YYYY-MM-DD.'), ...totals }))
      .describe(
        'Days, or hours where the range is one of hours, the oldest first; those without a transfer are there, too.',
      ),
  })
  .meta({ id: 'FigurePeriod' })

export const FigureSeries = z
  .object({
    currency: z.literal(figureCurrency).describe('All amounts are in US dollars.'),
    buckets: z
      .array(
        z.object({
          from: timestamp().describe('When it begins.'),
          to: timestamp().describe('When it ends; not itself part of it.'),
        }),
      )
      .describe('Hours or days, the oldest first.'),
    series: z
      .array(
        z.object({
          key: z.string().describe('Code of the currency or status.'),
          volume: z.array(z.number()).describe('What was moved, in the order of the buckets.'),
          transfers: z.array(z.int()).describe('How many transfers, in the order of the buckets.'),
        }),
      )
      .describe('Of each currency or status, the largest first.'),
  })
  .meta({ id: 'FigureSeries' })

const Place = z.object({
  jurisdictionId: z.string().describe('Id of the jurisdiction.'),
  name: z.string().describe('Name of the jurisdiction.'),
  currency: z.string().describe('Code of its currency or token.'),
})

export const CorridorFigures = z
  .object({
    source: Place.describe('Where the money came from.'),
    destination: Place.describe('Where the money went.'),
    ...totals,
  })
  .meta({ id: 'CorridorFigures' })

export const volumeRanges = ['24h', '7d', '30d', '90d'] as const

export const figures = {
  overview: endpoint({
    id: 'figures.overview',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/utility/figures/overview',
    summary:
      'Volume, number, duration and fees of transfers in the last 30 days or `range`, and in as long before',
    query: z.object({
      range: z
        .enum(volumeRanges)
        .optional()
        .describe('Period that the figures are of; the last 30 days when absent.'),
      zone,
    }),
    response: enveloped(
      z.object({
        currency: z.literal(figureCurrency).describe('All amounts are in US dollars.'),
        current: FigurePeriod.describe('Figures of the period.'),
        before: FigurePeriod.describe('Figures of as long a period before it.'),
      }),
    ),
    failures: [],
  }),
  volume: endpoint({
    id: 'figures.volume',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/utility/figures/volume',
    summary: 'Volume of transfers by hour or day: completed ones by currency, or all by status',
    query: z.object({
      range: z
        .enum(volumeRanges)
        .optional()
        .describe('Period that the figures are of; the last 30 days when absent.'),
      by: z
        .enum(['currency', 'status'])
        .optional()
        .describe('What the series are of: currencies of completed transfers, or statuses of all.'),
      zone,
    }),
    response: enveloped(FigureSeries),
    failures: [],
  }),
  corridors: endpoint({
    id: 'figures.corridors',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/utility/figures/corridors',
    summary:
      'Figures of each pair of source and destination in a period, the last 30 days by default',
    query: z.object({
      from: anyTimestamp().optional().describe('When the period begins; 30 days ago when absent.'),
      to: anyTimestamp().optional().describe('When it ends; now when absent.'),
    }),
    response: enveloped(
      z.object({
        currency: z.literal(figureCurrency).describe('All amounts are in US dollars.'),
        from: timestamp().describe('When the period begins; 30 days ago when absent.'),
        to: timestamp().describe('When it ends; now when absent.'),
        corridors: z
          .array(CorridorFigures)
          .describe('Pairs of source and destination, the largest volume first.'),
      }),
    ),
    failures: [],
  }),
}
