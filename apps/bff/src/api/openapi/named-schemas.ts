import { type Endpoint, partsOf } from '@corridor/contract'
import { createRoute, z } from '@hono/zod-openapi'
import type { Document, Schema } from './shared-components.ts'

type AnySchema = z.core.$ZodType

/**
 * Schemas with a name that an operation reaches. A member that describes one is a copy without the name, so
 * the generator would not know the schema where every member does.
 */
export function namedSchemas(endpoints: readonly Endpoint[]): z.ZodType[] {
  const named: z.ZodType[] = []
  const seen = new Set<AnySchema>()
  const look = (schema: AnySchema | undefined) => {
    if (!schema || seen.has(schema)) return
    seen.add(schema)
    if (z.globalRegistry.get(schema)?.id) named.push(schema as z.ZodType)
    look(schema._zod.parent)
    for (const part of partsOf(schema)) if (part !== 'number') look(part)
  }
  for (const { params, query, body, response } of endpoints)
    for (const schema of [params, query, body, response]) look(schema)
  return named
}

export const pathOfNames = '/names'

/** No operation: the generator gets to know each schema by its name before it meets copies. */
export const routeOfNames = (named: readonly z.ZodType[]) =>
  createRoute({
    method: 'get',
    path: pathOfNames,
    responses: Object.fromEntries(
      named.map((schema, at) => [
        at,
        { description: '', content: { 'application/json': { schema } } },
      ]),
    ),
  })

/** Puts the name of a schema in place of its copy; a description of its own stays beside it. Changes the document. */
export function nameCopies(document: Document): void {
  const schemas = document.components?.schemas ?? {}
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [textOf(schema), name]))
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value as Record<string, Schema>)) {
      const name = isObject(inner) && inner.description ? names.get(textOf(inner)) : undefined
      if (name === undefined || inner === schemas[name]) visit(inner)
      else
        (value as Record<string, Schema>)[key] = {
          $ref: `#/components/schemas/${name}`,
          description: inner.description,
        }
    }
  }
  visit(document)
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const textOf = ({ description: _description, ...schema }: Schema): string => JSON.stringify(schema)
