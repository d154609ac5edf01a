import { keepPreviousData } from '@tanstack/react-query'
import { type AnswerOf, figures, type InputOf, q } from './call.ts'

export type Figures = AnswerOf<typeof figures.overview>['data']
export type FigurePeriod = Figures['current']
export type FigureSeries = AnswerOf<typeof figures.volume>['data']
export type Corridors = AnswerOf<typeof figures.corridors>['data']

/** No live message names it: what reads all transfers is asked for again every few seconds at most. */
export const figuresKey = ['figures'] as const

export const figuresQuery = (range: VolumeRange, zone: string) =>
  q(figures.overview, { range, zone }, { placeholderData: keepPreviousData })

type VolumeInput = NonNullable<InputOf<typeof figures.volume>['query']>
export type VolumeRange = NonNullable<VolumeInput['range']>
export type VolumeBy = NonNullable<VolumeInput['by']>

export const volumeOfTransfersQuery = (range: VolumeRange, by: VolumeBy, zone: string) =>
  q(figures.volume, { range, by, zone }, { placeholderData: keepPreviousData })

/** From this time until now. */
export const corridorsQuery = (from: string) =>
  q(figures.corridors, { from }, { placeholderData: keepPreviousData })
