import type { FieldGroup } from '../../../../ui/fields/values.ts'
import type { DocumentSpec, Requirements } from '../../../../api/queries/kyc.ts'

export type Asked = {
  groups: readonly FieldGroup[]
  documents: readonly DocumentSpec[]
  consents: readonly string[]
}

/** What several jurisdictions ask for together: each thing once, and required as soon as one requires it. */
export function unionOf(all: readonly Requirements[]): Asked {
  const groups = new Map<string, { key: string; title: string; fields: Map<string, Field> }>()
  for (const { key, title, fields } of all.flatMap((item) => item.groups)) {
    const group = groups.get(key) ?? { key, title, fields: new Map<string, Field>() }
    groups.set(key, group)
    for (const field of fields) {
      const before = group.fields.get(field.key)
      group.fields.set(field.key, before?.required ? before : field)
    }
  }
  const documents = new Map<string, DocumentSpec>()
  for (const spec of all.flatMap((item) => item.documents)) {
    const key = `${spec.group}:${spec.type}:${spec.person ?? ''}`
    const before = documents.get(key)
    documents.set(key, before?.required ? before : spec)
  }
  return {
    groups: [...groups.values()].map((group) => ({ ...group, fields: [...group.fields.values()] })),
    documents: [...documents.values()],
    consents: [...new Set(all.flatMap((item) => item.consents))],
  }
}

type Field = FieldGroup['fields'][number]
