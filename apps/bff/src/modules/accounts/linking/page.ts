import type { LinkBank } from '../../../ports/bank-link.ts'
import { errorText, escape, page } from '../pages/frame.ts'

/** A page of a link: what the customer reads and does on it. */
type Subject = {
  token: string
  partnerName: string
  customerName: string
  countryName: string
  isSandbox: boolean
}
export type ShownAccount = { ref: string; label: string; masked: string }

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

const intro = ({ partnerName, customerName, countryName }: Subject) =>
  `<p>${escape(partnerName)} asks to link accounts of ${escape(customerName)} in ${escape(countryName)}. You share only what you choose; close this page to share nothing.</p>`

const pathOf = ({ token }: Subject) => `/link/${encodeURIComponent(token)}`
