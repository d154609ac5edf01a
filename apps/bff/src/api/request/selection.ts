import { createHash } from 'node:crypto'
import { selectedNames } from '@corridor/contract'
import { LRUCache } from 'lru-cache'

/** Which members of an item a list carries. */
export type Selection = {
  /** Short, and the same for the same members, however they were written. */
  key: string
  /** Whether it names any of these members, or a part of one. */
  names: (...members: readonly string[]) => boolean
  pick: (item: unknown) => unknown
}

/** Members by name, each with those that are wanted of it; of one without any, all are. */
type Members = Map<string, Members>

/** A program asks with the same few texts again and again. */
const read = new LRUCache<string, Selection>({
  maxSize: 500_000,
  sizeCalculation: (_, fields) => fields.length + 1,
})

/** Reads `fields` of a list; nothing where an item is wanted whole. */
export function readSelection(fields: string | undefined): Selection | undefined {
  if (fields === undefined) return undefined
  const known = read.get(fields) ?? selectionOf(fields)
  read.set(fields, known)
  return known
}

function selectionOf(fields: string): Selection {
  const names = [...new Set(selectedNames(fields))].toSorted()
  const members: Members = new Map()
  // A member that is wanted whole needs no parts.
  const parts = names.filter((name) => !names.some((item) => name.startsWith(`${item}.`)))
  for (const name of parts) {
    let at = members
    for (const part of name.split('.')) {
      const next = at.get(part) ?? new Map()
      at.set(part, next)
      at = next
    }
  }
  const key = createHash('sha256').update(parts.join()).digest('base64url')
  return {
    key,
    names: (...wanted) => wanted.some((name) => members.has(name)),
    pick: (item) => pick(item, members),
  }
}

function pick(value: unknown, members: Members): unknown {
  if (members.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => pick(item, members))
  const some: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const wanted = members.get(name)
    if (wanted) some[name] = pick(inner, wanted)
  }
  return some
}

/** A list of which each item carries what `fields` names; one that is text already is made so by its handler. */
export function selected(answered: unknown, input: { query?: unknown }): unknown {
  const { fields } = (input.query ?? {}) as { fields?: string }
  const selection = readSelection(fields)
  return selection ? picked(answered, selection) : answered
}

/** Items are in `data`; those of pay-in routes one level deeper, a customer's under `routes` there. */
function picked(answered: unknown, selection: Selection): unknown {
  if (Array.isArray(answered)) return answered.map(selection.pick)
  if (typeof answered !== 'object' || answered === null) return answered
  const inside = Object.entries(answered).find(([name]) => name === 'data' || name === 'routes')
  return inside ? { ...answered, [inside[0]]: picked(inside[1], selection) } : answered
}
