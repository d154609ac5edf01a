import type { z } from 'zod'

/** What a member may hold, as far as its text form can be read in more than one way. */
export type Kind = 'text' | 'number' | 'boolean' | 'other'

/** The kinds that a schema takes at a path; nothing where it knows no such member. */
export function kindsAt(schema: z.core.$ZodType, path: readonly string[]): Set<Kind> {
  const reached = path.reduce<z.core.$ZodType[]>(
    (schemas, name) => schemas.flatMap(plain).flatMap((one) => member(one, name)),
    [schema],
  )
  return new Set(reached.flatMap(plain).map(kindOf))
}

type Schema = z.core.$ZodTypes

/** The schemas that a value meets: without wrappers, and each branch of a union. */
function plain(schema: z.core.$ZodType): Schema[] {
  const { def } = (schema as Schema)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return plain(def.innerType)
    case 'pipe':
      return plain(def.in)
    case 'union':
      return def.options.flatMap(plain)
    default:
      return [schema as Schema]
  }
}

function member(schema: Schema, name: string): z.core.$ZodType[] {
  const { def } = schema._zod
  switch (def.type) {
    case 'object': {
      const found = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
      return found ? [found] : []
    }
    case 'array':
      return [def.element]
    case 'record':
      return [def.valueType]
    default:
      return []
  }
}

function kindOf(schema: Schema): Kind {
  switch (schema._zod.def.type) {
    case 'string':
    case 'enum':
    case 'literal':
    case 'template_literal':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'other'
  }
}
