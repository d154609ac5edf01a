/** A findings list for people instead of programs: what a command prints as it is. */
export class Readable {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Row = Readonly<Record<string, string | number | null | undefined>>

/** Rows as a table with a head; the columns are those of `names`, in their order. */
export function tableOf(rows: readonly Row[], names: readonly string[]): Readable {
  if (rows.length === 0) return new Readable('None.\n')
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, place) => Math.max(...cells.map((row) => (row[place] ?? '').length)))
  const lines = cells.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return new Readable(`${lines.join('\n')}\n`)
}
