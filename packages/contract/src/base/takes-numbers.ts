import type { z } from 'zod'

/** Whether a number may stand anywhere in what a schema takes; where anything may, one may. */
export function takesNumbers(
  schema: z.core.$ZodType,
  seen: Set<z.core.$ZodType> = new Set(),
): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  return partsOf(schema).some((part) => part === 'number' || takesNumbers(part, seen))
}

/** The schemas that a schema is made of; `number` stands for a place that takes one. */
export function partsOf(schema: z.core.$ZodType): ('number' | z.core.$ZodType)[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'number':
    case 'unknown':
    case 'any':
      return ['number']
    case 'object':
      return [...Object.values(def.shape), ...(def.catchall ? [def.catchall] : [])]
    case 'array':
      return [def.element]
    case 'record':
      return [def.valueType]
    case 'union':
      return [...def.options]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType]
    case 'pipe':
      return [def.in]
    case 'lazy':
      return [def.getter()]
    case 'tuple':
      return [...def.items]
    case 'intersection':
      return [def.left, def.right]
    default:
      return []
  }
}
