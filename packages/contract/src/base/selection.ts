import { z } from 'zod'

/**
 * `fields=executionId,from.amount`: the members that each item of a list carries, deeper ones by
 * their dotted names. Without it an item carries all.
 */
export function fieldsOf(item: z.ZodObject) {
  const known = new Set(namesIn(item))
  const unknownIn = (text: string) => selectedNames(text).find((name) => !known.has(name))
  return z
    .string()
    .min(1)
    .max(2000)
    .refine((text) => unknownIn(text) === undefined, {
      error: ({ input }) => `Unknown member: ${unknownIn(String(input))?.slice(0, 100)}.`,
    })
    .optional()
    .meta({
      description:
        'Members that each item carries, separated by commas, deeper ones as `from.amount`; all when absent.',
    })
}

/** The names in a value of `fields`. */
export const selectedNames = (text: string): string[] => text.split(',').map((name) => name.trim())

/** Names of all members of a record; an array's items are named by the array. */
function namesIn(schema: unknown, before = ''): string[] {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap(), before)
  if (schema instanceof z.ZodArray) return namesIn(schema.element, before)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => [
    `${before}${name}`,
    ...namesIn(member, `${before}${name}.`),
  ])
}
