import type { ChosenColumns } from '../../preferences/preferences.ts'
import { inOrder } from './column-order.ts'

/** Narrower, nothing can be read or taken hold of; wider, there is no list any more. */
export const columnMin = 56
export const columnMax = 640
/** What a column without a width of its own is counted as. */
const growMin = 160
const pickWidth = 48
/** The ends of a row. */
const padding = 32
/** What is pinned leaves this share of the list to the rest. */
const pinnedShareMax = 0.6

type Sized = { id: string; width: number | 'grow'; stick?: number }

export const withinWidths = (pixels: number): number =>
  Math.round(Math.min(columnMax, Math.max(columnMin, pixels)))

/** A person's widths, and pinned columns first. */
export function chosenColumns<C extends Sized>(
  columns: readonly C[],
  { order = [], pinned = [], widths = {} }: Partial<ChosenColumns> = {},
): readonly C[] {
  const ordered = inOrder(columns, order).map((column) => {
    const width = widths[column.id]
    return width === undefined ? column : { ...column, width: withinWidths(width) }
  })
  const isPinned = ({ id }: C) => pinned.includes(id)
  return [...ordered.filter(isPinned), ...ordered.filter((column) => !isPinned(column))]
}

/**
 * Which columns stay while the list scrolls sideways, and how far from its edge: the pinned ones as far as there is
 * room, else the first. None stays where all of them fit.
 */
export function withSticking<C extends Sized>(
  columns: readonly C[],
  pinned: readonly string[],
  list: { width: number | undefined; selectable: boolean },
): readonly C[] {
  const { width: room = 0, selectable } = list
  const start = selectable ? pickWidth : 0
  const all = columns.reduce((sum, { width }) => sum + pixelsOf(width), start + padding)
  if (room === 0 || all <= room) return columns
  const count = Math.max(1, columns.filter(({ id }) => pinned.includes(id)).length)
  let left = start
  return columns.map((column, index) => {
    const stick = left
    left += pixelsOf(column.width)
    const fits = index === 0 || left <= room * pinnedShareMax
    return index < count && fits ? { ...column, stick } : column
  })
}

export const isStuck = ({ stick }: { stick?: number }): boolean => stick !== undefined

const pixelsOf = (width: number | 'grow'): number => (width === 'grow' ? growMin : width)
