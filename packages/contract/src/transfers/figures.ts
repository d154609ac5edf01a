import { z } from 'zod'
import { anyTimestamp, calendarDate, enveloped, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

/** What amounts of all currencies are converted to: what each was worth by the rate of its quote. */
export const figureCurrency = 'USD'

const zone = text(64)
  .optional()
  .meta({ description: 'IANA name of the time zone that days begin in; UTC where absent' })

/** Volume, times and fees are those of completed transfers. */
const totals = {
  transfers: z.int(),
  completed: z.int(),
  /** Failed, expired, cancelled, or refunded. */
  failed: z.int(),
  volume: z.number(),
  fees: z.number(),
  /** From the start of a transfer to its completion; null where none completed. */
  medianSeconds: z.number().nullable(),
  p95Seconds: z.number().nullable(),
}

export const FigurePeriod = z
  .object({
    from: timestamp(),
    /** Not itself part of it. */
    to: timestamp(),
    ...totals,
    /** The oldest first, hours where the range is one of hours; those without a transfer are there, too. */
    days: z.array(z.object({ date: calendarDate(), ...totals })),
  })
  .meta({ id: 'FigurePeriod' })

export const FigureSeries = z
  .object({
    currency: z.literal(figureCurrency),
    buckets: z.array(z.object({ from: timestamp(), to: timestamp() })),
    /** Of each currency or status, the largest first: values in the order of the buckets. */
    series: z.array(
      z.object({ key: z.string(), volume: z.array(z.number()), transfers: z.array(z.int()) }),
    ),
  })
  .meta({ id: 'FigureSeries' })

const Place = z.object({ jurisdictionId: z.string(), name: z.string(), currency: z.string() })

export const CorridorFigures = z
  .object({ source: Place, destination: Place, ...totals })
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
    query: z.object({ range: z.enum(volumeRanges).optional(), zone }),
    response: enveloped(
      z.object({
        currency: z.literal(figureCurrency),
        current: FigurePeriod,
        before: FigurePeriod,
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
      range: z.enum(volumeRanges).optional(),
      by: z.enum(['currency', 'status']).optional(),
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
    query: z.object({ from: anyTimestamp().optional(), to: anyTimestamp().optional() }),
    response: enveloped(
      z.object({
        currency: z.literal(figureCurrency),
        from: timestamp(),
        to: timestamp(),
        /** The largest volume first. */
        corridors: z.array(CorridorFigures),
      }),
    ),
    failures: [],
  }),
}
