import { createHash } from 'node:crypto'

type Schema = {
  $ref?: string
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
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Schema }[]
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
  info: { title: string; version: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  components?: {
    schemas?: Record<string, Schema>
    responses?: Record<string, Answer>
    headers?: Record<string, unknown>
  }
}

const style = `:root{color-scheme:light dark;--line:#e3e3dc;--muted:#55605a;--accent:#0b5f66}
@media(prefers-color-scheme:dark){:root{--line:#2a3531;--muted:#a5b1ab;--accent:#5cc4c9}}
body{font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px}
h1{font-size:24px}h2{font-size:18px;margin-top:40px}details{border:1px solid var(--line);border-radius:6px;margin:8px 0;padding:8px 12px}
summary{cursor:pointer}code,pre{font:12px/1.5 ui-monospace,monospace}pre{overflow:auto}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:4px 8px 4px 0;text-align:left;vertical-align:top}p,td:last-child{color:var(--muted)}
.method{color:var(--accent);display:inline-block;font-weight:600;width:64px}`

/** The reference page: the OpenAPI document as plain HTML, without scripts or outside files. */
export function referencePage(document: Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const shared = document.components?.responses ?? {}
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))]
  const sections = tags.map((tag) => {
    const ofTag = operations.filter(({ operation }) => operation.tags?.[0] === tag)
    return `<h2>${escape(tag)}</h2>${ofTag.map((operation) => renderOperation(operation, shared)).join('')}`
  })
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escape(name)}"><summary><code>${escape(name)}</code></summary><pre>${escape(outline(schema))}</pre></details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(document.info.title)}</title><style>${style}</style></head><body><main><h1>${escape(document.info.title)}</h1><p>${escape(document.info.description ?? '')} Version ${escape(document.info.version)}. The machine-readable document is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>${sections.join('')}<h2>Schemas</h2>${schemas.join('')}</main></body></html>`
}

referencePage.styleHash = createHash('sha256').update(style).digest('base64')

type Named = { path: string; method: string; operation: Operation }

function renderOperation(
  { path, method, operation }: Named,
  shared: Record<string, Answer>,
): string {
  const parameters = (operation.parameters ?? []).map(
    (one) =>
      `<tr><td><code>${escape(one.name ?? '')}</code></td><td>${escape(one.in ?? '')}${one.required ? ', required' : ''}</td><td>${escape(outline(one.schema ?? {}))}</td></tr>`,
  )
  const body = operation.requestBody?.content?.['application/json']?.schema
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const { description } = shared[response.$ref?.split('/').at(-1) ?? ''] ?? response
    const schema = status === '200' ? Object.values(response.content ?? {})[0]?.schema : undefined
    return `<tr><td>${escape(status)}</td><td>${escape(description ?? '')}${schema ? `<pre>${escape(outline(schema))}</pre>` : ''}</td></tr>`
  })
  return `<details><summary><span class="method">${escape(method.toUpperCase())}</span><code>${escape(path)}</code> ${escape(operation.summary ?? '')}</summary><p>${escape(operation.description ?? '')}</p>${parameters.length > 0 ? `<table>${parameters.join('')}</table>` : ''}${body ? `<p>Body</p><pre>${escape(outline(body))}</pre>` : ''}<p>Answers</p><table>${responses.join('')}</table></details>`
}

/** A schema in the shape of an example: names, types, optional members with a question mark. */
function outline(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices)
    return choices.map((choice) => outline(choice, indent)).join(schema.allOf ? ' & ' : ' | ')
  if (schema.items) return `${outline(schema.items, indent)}[]`
  if (!schema.properties) return [schema.type ?? 'any'].flat().join(' | ')
  const inner = `${indent}  `
  const members = Object.entries(schema.properties).map(
    ([name, member]) =>
      `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${outline(member, inner)}`,
  )
  return `{\n${members.join('\n')}\n${indent}}`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
