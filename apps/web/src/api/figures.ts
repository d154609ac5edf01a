import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, figures, type InputOf } from './call.ts'

export type Figures = AnswerOf<typeof figures.overview>['data']
export type FigurePeriod = Figures['current']
export type FigureSeries = AnswerOf<typeof figures.volume>['data']
export type Corridors = AnswerOf<typeof figures.corridors>['data']

/** No live message names it: what reads all transfers is asked for again every few seconds at most. */
export const figuresKey = ['figures'] as const

export const figuresQuery = (zone: string) =>
  queryOptions({
    queryKey: [...figuresKey, 'overview', zone],
    queryFn: ({ signal }) => call(figures.overview, { query: { zone } }, { signal }),
    placeholderData: keepPreviousData,
  })

type VolumeInput = NonNullable<InputOf<typeof figures.volume>['query']>
export type VolumeRange = NonNullable<VolumeInput['range']>
export type VolumeBy = NonNullable<VolumeInput['by']>

export const volumeOfTransfersQuery = (range: VolumeRange, by: VolumeBy, zone: string) =>
  queryOptions({
    queryKey: [...figuresKey, 'volume', range, by, zone],
    queryFn: ({ signal }) => call(figures.volume, { query: { range, by, zone } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Of the last thirty days. */
export const corridorsQuery = queryOptions({
  queryKey: [...figuresKey, 'corridors'],
  queryFn: ({ signal }) => call(figures.corridors, {}, { signal }),
})
