import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { createKek, type Kek } from '../../db/kek.ts'
import type { FileLinks, LinkTarget, OpenedLink } from '../../ports/files.ts'

const goodForMs = 15 * 60_000
const purpose = 'download link'

const Content = z.union([
  z.tuple([z.string(), z.string(), z.string(), z.string(), z.number()]),
  z.tuple([z.string(), z.string(), z.string(), z.string(), z.number(), z.string(), z.string()]),
])

/**
 * Download links carry all they say under a key of their own: sealed, because a file's name may
 * reveal the customer and addresses end up in logs, and because a sealed text cannot be forged.
 */
export function createFileLinks(parts: {
  config: Pick<Config, 'BASE_URL'>
  kek: Kek
  random: (bytes: number) => Uint8Array
}): FileLinks {
  const key = createKek(parts.kek.derive('file-link/v1'), parts.random)
  return { linkTo, open }

  /** An absolute address that is good for 15 minutes of service time from `at` on. */
  function linkTo(target: LinkTarget, at: Date): string {
    const { partnerId, sha256, fileName, mime, recorded } = target
    const reader = recorded ? [recorded.readerId, recorded.documentId] : []
    const content = [partnerId, sha256, fileName, mime, at.getTime() + goodForMs, ...reader]
    const sealed = key.seal(purpose, Buffer.from(JSON.stringify(content)))
    return `${parts.config.BASE_URL}/files/${Buffer.from(sealed).toString('base64url')}`
  }

  /** What a token of ours says, expired or not; nothing for any other text. */
  function open(token: string): OpenedLink | undefined {
    try {
      const sealed = Buffer.from(token, 'base64url')
      // The last character has bits that are not read: another one there is another text.
      if (sealed.toString('base64url') !== token) return undefined
      const text = Buffer.from(key.open(purpose, sealed)).toString('utf8')
      const content = Content.parse(JSON.parse(text))
      const [partnerId, sha256, fileName, mime, until, readerId, documentId] = content
      const recorded = readerId && documentId ? { recorded: { readerId, documentId } } : {}
      return { partnerId, sha256, fileName, mime, expiresAt: new Date(until), ...recorded }
    } catch {
      return undefined
    }
  }
}
