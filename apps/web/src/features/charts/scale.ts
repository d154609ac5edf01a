const factors = [1, 2, 2.5, 5, 10]
/** How many parts the scale has. */
export const scaleParts = 4

/** The least round number that a scale of four parts has to reach; of nothing, nothing. */
export function scaleTop(most: number): number {
  if (most <= 0) return 0
  const part = most / scaleParts
  const power = 10 ** Math.floor(Math.log10(part))
  const factor = factors.find((item) => item * power >= part) ?? 10
  return factor * power * scaleParts
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })

/** `1.2M`, for scales and tiles alone; the exact figure is beside it. */
export const shortText = (value: number): string => short.format(value)
