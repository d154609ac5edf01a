import { existsSync, readFileSync } from 'node:fs'
import { type Sandbox, sharedDataDir } from './stack.ts'

/** Any API key of any partner, the hidden console keys among them. */
const keyText = /cor_(?:sandbox|live)_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}/g

/**
 * What of a text no browser may ever see: API keys, webhook secrets, the key-encryption key. Only
 * the beginning of each is returned, because test reports are read by many.
 */
export function secretsIn(text: string, { partners }: Sandbox): string[] {
  const known = partners.flatMap(({ apiToken, webhookSecret }) => [apiToken, webhookSecret ?? ''])
  const found = [...known, ...keyEncryptionKey()].filter(
    (secret) => secret !== '' && text.includes(secret),
  )
  return [...found, ...(text.match(keyText) ?? [])].map((secret) => `${secret.slice(0, 16)}…`)
}

type Har = {
  log: {
    entries: {
      request: { method: string; url: string }
      response: { content: { text?: string } }
    }[]
  }
}

/** A record of traffic without the only answers that carry a key: those that issue one, to who asked. */
export function exceptIssued(har: string): string {
  const record = JSON.parse(har) as Har
  for (const { request, response } of record.log.entries) {
    const { pathname } = new URL(request.url)
    const issues = /^\/bff\/api\/v1\/partner\/keys(\/key_\w+\/rotate)?$/.test(pathname)
    if (request.method === 'POST' && issues) response.content.text = ''
  }
  return JSON.stringify(record)
}

/** The instance's own key in the ways that it could be written. */
function keyEncryptionKey(): string[] {
  const file = `${sharedDataDir()}/kek`
  if (!existsSync(file)) return []
  const stored = readFileSync(file)
  return [stored.toString('latin1').trim(), ...writtenAs(stored)]
}

function writtenAs(bytes: Buffer): string[] {
  return (['hex', 'base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding))
}
