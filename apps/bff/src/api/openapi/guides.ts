import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Marked } from 'marked'

const folder = new URL('../../../../../docs/guides/partners/', import.meta.url)

/** In the order in which a partner reads them. */
export const guideNames = [
  'first-transfer',
  'webhooks',
  'signing',
  'prove-accounts',
  'check-payees',
  'sandbox',
] as const
export type GuideName = (typeof guideNames)[number]

const style = `:root{color-scheme:light dark;--line:#e3e3dc;--muted:#55605a;--accent:#0b5f66;--code:#f4f4ef}
@media(prefers-color-scheme:dark){:root{--line:#2a3531;--muted:#a5b1ab;--accent:#5cc4c9;--code:#141c19}}
body{font:16px/1.6 system-ui,sans-serif;margin:0 auto;max-width:760px;padding:24px 16px 80px}
h1{font-size:28px;line-height:1.25}h2{font-size:20px;margin-top:40px}nav{color:var(--muted);font-size:14px}
a{color:var(--accent)}code{background:var(--code);border-radius:4px;font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere;padding:1px 4px}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;overflow:auto;padding:12px 16px}pre code{overflow-wrap:normal;padding:0}
table{border-collapse:collapse;display:block;overflow:auto}th,td{border-bottom:1px solid var(--line);padding:6px 12px 6px 0;text-align:left;vertical-align:top}`

export const guideStyleHash = createHash('sha256').update(style).digest('base64')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? '')

const markdown = new Marked({
  renderer: {
    // A guide is text: a tag in it is shown, not made.
    html: ({ text }) => escape(text),
    // Guides point at each other as files; here each is a page.
    link({ href, tokens }) {
      const target = href.replace(/^([a-z-]+)\.md(#.*)?$/, '/docs/guides/$1$2')
      const text = this.parser.parseInline(tokens)
      return /^(\/|https:|#)/.test(target) ? `<a href="${escape(target)}">${text}</a>` : text
    },
    // Wider than a phone, so it scrolls, and what scrolls takes the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
  },
})

/** What is written as a tag is shown as text, and a link leads to this server or by https. */
export const htmlOf = (text: string): string => markdown.parse(text) as string

const written = new Map<GuideName, string>()

/** A guide as a page; read once. */
export function guidePage(name: GuideName): string {
  const known = written.get(name) ?? page(titleOf(name), htmlOf(sourceOf(name)))
  written.set(name, known)
  return known
}

/** What there is to read. */
export function guidesPage(): string {
  const items = guideNames.map(
    (name) => `<li><a href="/docs/guides/${name}">${titleOf(name)}</a></li>`,
  )
  return page('Guides', `<h1>Guides</h1><ol>${items.join('')}</ol>`)
}

const sourceOf = (name: GuideName): string => readFileSync(new URL(`${name}.md`, folder), 'utf8')

const titleOf = (name: GuideName): string => escape(/^# (.+)$/m.exec(sourceOf(name))?.[1] ?? name)

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Corridor</title><style>${style}</style></head><body><nav><a href="/docs/guides">Guides</a> · <a href="/docs">API reference</a></nav><main>${body}</main></body></html>`
