import { scaleTop } from './scale.ts'

type Frame = { width: number; height: number; gap: number }
export type Piece = { series: number; y: number; height: number }
type Column = { x: number; width: number; pieces: Piece[] }

/** The columns of a chart, each with its series one above the other. Only drawing calculates with numbers. */
export function columnsOf(
  count: number,
  series: readonly { values: readonly number[] }[],
  { width, height, gap }: Frame,
): { most: number; columns: Column[] } {
  const stacks = Array.from({ length: count }, (_, index) =>
    series.map(({ values }) => Math.max(values[index] ?? 0, 0)),
  )
  const most = Math.max(0, ...stacks.map((values) => values.reduce((sum, value) => sum + value, 0)))
  const top = scaleTop(most)
  const step = count === 0 ? 0 : width / count
  const columns = stacks.map((values, index) => {
    let y = height
    const pieces: Piece[] = []
    for (const [place, value] of values.entries()) {
      if (value === 0) continue
      const tall = (value / top) * height
      y -= tall
      pieces.push({ series: place, y, height: tall })
    }
    return { x: index * step, width: Math.max(step - gap, 1), pieces }
  })
  return { most, columns }
}
