import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, figures, type InputOf } from './call.ts'

export type Figures = AnswerOf<typeof figures.overview>['data']
export type FigurePeriod = Figures['current']
export type FigureSeries = AnswerOf<typeof figures.volume>['data']
export type Corridors = AnswerOf<typeof figures.corridors>['data']

/** No live message names it: what reads all transfers is asked for again every few seconds at most. */
export const figuresKey = ['figures'] as const

export const figuresQuery = (range: VolumeRange, zone: string) =>
  queryOptions({
    queryKey: [...figuresKey, 'overview', range, zone],
    queryFn: ({ signal }) => call(figures.overview, { query: { range, zone } }, { signal }),
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

/** From this time until now. */
export const corridorsQuery = (from: string) =>
  queryOptions({
    queryKey: [...figuresKey, 'corridors', from],
    queryFn: ({ signal }) => call(figures.corridors, { query: { from } }, { signal }),
    placeholderData: keepPreviousData,
  })
