import { createHash } from 'node:crypto'
import type { LinkBank } from '../../../ports/bank-link.ts'

/** A page of a link: what the customer reads and does on it. */
type Subject = {
  token: string
  partnerName: string
  customerName: string
  countryName: string
  isSandbox: boolean
}
export type ShownAccount = { ref: string; label: string; masked: string }

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
.error{background:var(--failbg);color:var(--fail);padding:12px 16px;border-radius:6px}code{display:block;background:var(--surface);border:1px solid var(--line);border-radius:4px;padding:12px;overflow-wrap:anywhere;font:14px/20px ui-monospace,Menlo,monospace;user-select:all;margin-bottom:16px}`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Nothing but this page's own style runs or loads. Forms go to us; a browser also holds the redirect
 * after them to this rule, so the partner's origin is named.
 */
export const linkPolicy = (redirectUrl: string | null): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${redirectUrl === null ? '' : ` ${new URL(redirectUrl).origin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The first step: at which bank. */
export function bankPage(subject: Subject, banks: readonly LinkBank[], error = ''): string {
  const options = banks.map(
    ({ id, name }, i) =>
      `<label><input type="radio" name="bank" value="${escape(id)}" required${i === 0 ? ' autofocus' : ''}><span>${escape(name)}</span></label>`,
  )
  const form =
    banks.length === 0
      ? '<p>No bank of this country can be linked. Add the account by its numbers instead.</p>'
      : `<form method="get" action="${pathOf(subject)}"><fieldset><legend>Bank</legend>${options.join('')}</fieldset><button>Continue</button></form>`
  return page(subject, 'Choose your bank', `${intro(subject)}${errorText(error)}${form}`)
}

/** The second step: which accounts, and the consent. */
export function accountPage(
  subject: Subject,
  bank: LinkBank,
  accounts: readonly ShownAccount[],
  form: { error: string; refs: readonly string[] } = { error: '', refs: [] },
): string {
  const boxes = accounts.map(
    ({ ref, label, masked }) =>
      `<label><input type="checkbox" name="account" value="${escape(ref)}"${form.refs.includes(ref) ? ' checked' : ''}><span>${escape(label)}<small>${escape(masked)}</small></span></label>`,
  )
  const consent = `I allow ${subject.partnerName} to read the holder and number of the accounts I chose, to pay to and from them.`
  return page(
    subject,
    'Choose accounts',
    `${intro(subject)}${errorText(form.error)}<form method="post" action="${pathOf(subject)}"><input type="hidden" name="bank" value="${escape(bank.id)}"><fieldset><legend>Accounts at ${escape(bank.name)}</legend>${boxes.join('')}</fieldset><fieldset><legend>Consent</legend><label><input type="checkbox" name="consent" value="yes" required><span>${escape(consent)}</span></label></fieldset><button>Share accounts</button></form><a class="back" href="${pathOf(subject)}">Choose another bank</a>`,
  )
}

/** The end: back to the partner, or the token to hand over. */
export function donePage(subject: Subject, done: { publicToken: string; backTo: string | null }) {
  const way =
    done.backTo === null
      ? `<p>Give this code to ${escape(subject.partnerName)} to finish. It is good for 30 minutes.</p><code>${escape(done.publicToken)}</code>`
      : `<p>Go back to ${escape(subject.partnerName)} to finish.</p><a class="button" href="${escape(done.backTo)}" rel="noreferrer">Continue</a>`
  return page(subject, 'Accounts shared', way)
}

/** A link that leads nowhere any more, or never did. */
export function endPage(title: string, text: string): string {
  return document(title, `<main><h1>${escape(title)}</h1><p>${escape(text)}</p></main>`)
}

const intro = ({ partnerName, customerName, countryName }: Subject) =>
  `<p>${escape(partnerName)} asks to link accounts of ${escape(customerName)} in ${escape(countryName)}. You share only what you choose; close this page to share nothing.</p>`

const errorText = (error: string) =>
  error === '' ? '' : `<p class="error" role="alert">${escape(error)}</p>`

const pathOf = ({ token }: Subject) => `/link/${encodeURIComponent(token)}`

function page({ isSandbox }: Subject, title: string, content: string): string {
  const band = isSandbox
    ? '<header class="sandbox">Sandbox: test banks, no real accounts</header>'
    : ''
  return document(title, `${band}<main><h1>${escape(title)}</h1>${content}</main>`)
}

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)} · Corridor</title><style>${style}</style></head><body>${body}</body></html>`

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
