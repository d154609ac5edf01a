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
export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  parameters?: {
    name?: string
    in?: string
    required?: boolean
    description?: string | undefined
    schema?: Schema
  }[]
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
  }
}

type Shared = { headers: Record<string, unknown>; responses: Record<string, Answer> }

/**
 * Says once what the document would repeat for every operation: the common headers, and error
 * answers that are the same. Changes the document in place.
 */
export function shareComponents(document: Document): Document {
  const shared: Shared = { headers: {}, responses: {} }
  const names = new Map<string, string>()
  const methods = Object.values(document.paths ?? {})
  for (const operation of methods.flatMap((method) => Object.values(method))) {
    const responses = operation.responses ?? {}
    for (const [status, response] of Object.entries(responses)) {
      shareHeaders(response, shared)
      if (status !== '200') responses[status] = shareResponse(status, response, shared, names)
    }
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

function shareResponse(
  status: string,
  response: Answer,
  shared: Shared,
  names: Map<string, string>,
): Answer {
  const text = JSON.stringify(response)
  const known = names.get(text)
  const count = Object.keys(shared.responses).filter((name) => name.startsWith(`Error${status}`))
  const name = known ?? `Error${status}${count.length === 0 ? '' : `_${count.length + 1}`}`
  names.set(text, name)
  shared.responses[name] = response
  return { $ref: `#/components/responses/${name}` }
}
