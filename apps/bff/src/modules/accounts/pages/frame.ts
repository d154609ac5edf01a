import { createHash } from 'node:crypto'

// The dashboard's colours and shapes, in both schemes. Targets are 44 px high, for thumbs.
const style = `:root{color-scheme:light dark;--bg:#fafaf7;--surface:#fff;--line:#e3e3dc;--ctl:#868c85;--text:#1b2420;--muted:#55605a;--accent:#0b5f66;--on:#fff;--focus:#1769aa;--fail:#a01d2b;--failbg:#fce5e6;--hand:#8a3a00;--handbg:#fde9d9}
@media(prefers-color-scheme:dark){:root{--bg:#0f1413;--surface:#161d1b;--line:#2a3531;--ctl:#6f7d77;--text:#e8eeeb;--muted:#a5b1ab;--accent:#5cc4c9;--on:#06282b;--focus:#7db8f0;--fail:#ff9aa2;--failbg:#3d161a;--hand:#ffb37a;--handbg:#3a2110}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:480px;margin:0 auto;padding:24px 16px 48px}h1{font-size:20px;line-height:28px;font-weight:600;margin:0 0 8px}p{margin:0 0 16px;color:var(--muted);overflow-wrap:anywhere}
.sandbox{background:var(--handbg);color:var(--hand);padding:8px 16px;text-align:center;font-size:13px}
fieldset{border:1px solid var(--line);border-radius:6px;background:var(--surface);margin:0 0 16px;padding:0}legend{font-size:12px;font-weight:500;color:var(--muted);margin-left:12px;padding:0 4px}
label{display:flex;align-items:center;gap:12px;min-height:44px;padding:8px 16px;cursor:pointer}label+label{border-top:1px solid var(--line)}label span{flex:1}
small{display:block;color:var(--muted);font:13px/18px ui-monospace,Menlo,monospace}input{accent-color:var(--accent);width:20px;height:20px;margin:0;flex:none}
button,.button{display:block;width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:4px;background:var(--accent);color:var(--on);font:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
a{color:var(--accent)}.back{display:inline-block;padding:10px 0;margin-top:8px}:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.error{background:var(--failbg);color:var(--fail);padding:12px 16px;border-radius:6px}code{display:block;background:var(--surface);border:1px solid var(--line);border-radius:4px;padding:12px;overflow-wrap:anywhere;font:14px/20px ui-monospace,Menlo,monospace;user-select:all;margin-bottom:16px;white-space:pre-wrap}
.field{display:block;padding:12px 16px}.field input,.field textarea{display:block;width:100%;height:44px;margin-top:4px;padding:8px 12px;border:1px solid var(--ctl);border-radius:4px;background:var(--bg);color:var(--text);font:16px/24px ui-monospace,Menlo,monospace}.field textarea{height:88px}button+.or,.or{margin:16px 0;text-align:center}[hidden]{display:none}`

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleSource = sourceOf(style)

/**
 * Nothing but a page's own style, and the script that it names, runs or loads. Forms go to us; a
 * browser also holds the redirect after them to this rule, so the partner's origin is named.
 */
export const pagePolicy = (redirectUrl: string | null, script = ''): string =>
  [
    "default-src 'none'",
    `style-src ${styleSource}`,
    ...(script === '' ? [] : [`script-src ${sourceOf(script)}`]),
    `form-action 'self'${redirectUrl === null ? '' : ` ${new URL(redirectUrl).origin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of a page whose address is the only key to it. */
export const pageHeaders = (redirectUrl: string | null, script = '') => ({
  'Content-Security-Policy': pagePolicy(redirectUrl, script),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})

/** A link that leads nowhere any more, or never did. */
export function endPage(title: string, text: string): string {
  return frame(title, `<main><h1>${escape(title)}</h1><p>${escape(text)}</p></main>`)
}

export const errorText = (error: string) =>
  error === '' ? '' : `<p class="error" role="alert">${escape(error)}</p>`

/** A page of a customer's: what is done on it, and that it is a test where it is one. */
export function page(
  { isSandbox }: { isSandbox: boolean },
  title: string,
  content: string,
  script = '',
): string {
  const band = isSandbox
    ? '<header class="sandbox">Sandbox: test banks, no real accounts</header>'
    : ''
  const end = script === '' ? '' : `<script>${script}</script>`
  return frame(title, `${band}<main><h1>${escape(title)}</h1>${content}</main>${end}`)
}

const frame = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)} · Corridor</title><style>${style}</style></head><body>${body}</body></html>`

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
