import type { ReactNode } from 'react'

/** A line of the palette: it leads somewhere or does something. */
export type Item = {
  key: string
  label: string
  sub?: string | undefined
  /** At the right end, such as a state or an amount. */
  end?: ReactNode
  to?: string | undefined
  run?: () => void
}

export type Section = { title: string; items: readonly Item[] }

/** How the text begins says what alone is looked for. */
export type Mode = 'all' | 'actions' | 'people' | 'views'

export function readText(typed: string): { mode: Mode; text: string } {
  const mode = modes.get(typed.charAt(0)) ?? 'all'
  return { mode, text: (mode === 'all' ? typed : typed.slice(1)).trim() }
}

const modes: ReadonlyMap<string, Mode> = new Map([
  ['>', 'actions'],
  ['@', 'people'],
  ['#', 'views'],
])

/** Those in which each word of the text stands. */
export function fitting(items: readonly Item[], text: string): readonly Item[] {
  const parts = text.toLowerCase().split(/\s+/)
  return items.filter(({ label, sub = '' }) => {
    const whole = `${label} ${sub}`.toLowerCase()
    return parts.every((part) => whole.includes(part))
  })
}

/** Sections that have something, each record once: an earlier section has it first. */
export function filled(sections: readonly Section[]): readonly Section[] {
  const seen = new Set<string>()
  return sections.flatMap(({ title, items }) => {
    const fresh = items.filter(({ key }) => {
      const isFirst = !seen.has(key)
      seen.add(key)
      return isFirst
    })
    return fresh.length > 0 ? [{ title, items: fresh }] : []
  })
}
