export type Schema = {
  $ref?: string
  description?: string | undefined
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
/** In place, or by name where several operations have the same one. */
export type Parameter = {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  description?: string | undefined
  schema?: Schema
}
export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, Answer>
}
/** In place, or by name where several operations have the same one. */
export type Answer = {
  $ref?: string
  description?: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: Schema }>
}
export type Document = {
  info: { title: string; license?: { name: string; identifier: string } }
  paths?: Record<string, Record<string, Operation>>
  components?: {
    schemas?: Record<string, Schema>
    responses?: Record<string, Answer>
    headers?: Record<string, unknown>
    parameters?: Record<string, Parameter>
  }
}

type Shared = {
  headers: Record<string, unknown>
  responses: Record<string, Answer>
  parameters: Record<string, Parameter>
}

/**
 * Writes once what the document would repeat for every operation: the common headers, and the
 * parameters and error answers that are the same. Changes the document in place.
 */
export function shareComponents(document: Document): Document {
  const shared: Shared = { headers: {}, responses: {}, parameters: {} }
  const names = new Map<string, string>()
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))
  const counts = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters.map((own) => JSON.stringify(own))),
    (text) => text,
  )
  for (const operation of operations) {
    const { responses = {}, parameters = [] } = operation
    for (const [status, response] of Object.entries(responses)) {
      shareHeaders(response, shared)
      if (status !== '200')
        responses[status] = share('responses', `Error${status}`, response, shared, names)
    }
    for (const [at, own] of parameters.entries())
      if ((counts.get(JSON.stringify(own))?.length ?? 0) > 1)
        parameters[at] = share('parameters', own.name ?? '', own, shared, names)
  }
  document.components = { ...document.components, ...shared }
  return document
}

function shareHeaders(response: Answer, shared: Shared): void {
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    shared.headers[name] = header
    if (response.headers) response.headers[name] = { $ref: `#/components/headers/${name}` }
  }
}

/** The place of a component that is the same as one before, or the next free place by its name. */
function share<T>(
  kind: 'responses' | 'parameters',
  base: string,
  component: T,
  shared: { [K in typeof kind]: Record<string, T> },
  names: Map<string, string>,
): { $ref: string } {
  const text = JSON.stringify(component)
  const name = names.get(text) ?? freeName(base, shared[kind])
  names.set(text, name)
  shared[kind][name] = component
  return { $ref: `#/components/${kind}/${name}` }
}

function freeName(base: string, taken: object): string {
  let count = 1
  while ((count === 1 ? base : `${base}_${count}`) in taken) count += 1
  return count === 1 ? base : `${base}_${count}`
}
