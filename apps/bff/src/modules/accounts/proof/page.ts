import { errorText, escape, page } from '../pages/frame.ts'

/** What the customer's page of an attempt shows. */
export type ProofPage = {
  token: string
  partnerName: string
  customerName: string
  /** The end of the account's number, or the wallet's address. */
  account: string
  isSandbox: boolean
  answersLeft: number
}

/** Fills the form by the wallet of the browser; without one the signature is pasted. */
export const walletScript = `const e=window.ethereum,b=document.getElementById('sign');if(e&&b){b.hidden=false;b.onclick=async()=>{const h=s=>'0x'+Array.from(new TextEncoder().encode(s),c=>c.toString(16).padStart(2,'0')).join(''),o=document.getElementById('problem');try{const[a]=await e.request({method:'eth_requestAccounts'});const w=b.dataset.address;if(!a||a.toLowerCase()!==w.toLowerCase())throw new Error('The wallet shows another account: choose '+w+'.');document.getElementById('signature').value=await e.request({method:'personal_sign',params:[h(document.getElementById('message').textContent),a]});document.getElementById('form').submit()}catch(x){o.hidden=false;o.textContent=x&&x.message?x.message:'The wallet has not signed.'}}}`

/** Asks for what a micro-deposit says on the account's statement. */
export const microPage = (of: ProofPage, currency: string, error = ''): string =>
  page(
    of,
    'Confirm your account',
    `${intro(of)}<p>We paid a small amount to the account ${escape(of.account)}. Its text is CORRIDOR and eight letters and digits. Enter both as your statement shows them.</p>${errorText(error)}${left(of)}<form method="post" action="${pathOf(of)}"><fieldset><legend>From your statement</legend><label class="field">Amount in ${escape(currency)}<input name="amount" inputmode="decimal" autocomplete="off" required autofocus></label><label class="field">Code<input name="statementCode" autocomplete="off" autocapitalize="characters" spellcheck="false" required></label></fieldset><button>Confirm</button></form>`,
  )

/** Has the wallet sign a text. */
export const walletPage = (of: ProofPage, message: string, error = ''): string =>
  page(
    of,
    'Confirm your wallet',
    `${intro(of)}<p>Sign this text with the wallet ${escape(of.account)}. It moves nothing and costs nothing.</p>${errorText(error)}<p class="error" id="problem" role="alert" hidden></p>${left(of)}<code id="message">${escape(message)}</code><form method="post" id="form" action="${pathOf(of)}"><button type="button" id="sign" data-address="${escape(of.account)}" hidden>Sign with the wallet in this browser</button><fieldset><legend>Or sign it elsewhere</legend><label class="field">Signature<textarea name="signature" id="signature" spellcheck="false" autocomplete="off" required></textarea></label></fieldset><button>Confirm</button></form>`,
    walletScript,
  )

/** It is proved, or has ended. */
export const proofEndPage = (of: { isSandbox: boolean }, title: string, text: string): string =>
  page(of, title, `<p>${escape(text)}</p>`)

const intro = ({ partnerName, customerName }: ProofPage) =>
  `<p>${escape(partnerName)} asks ${escape(customerName)} to show whose this account is. You need no account here.</p>`

const left = ({ answersLeft }: ProofPage) =>
  answersLeft < 3
    ? `<p>${answersLeft} ${answersLeft === 1 ? 'answer is' : 'answers are'} left.</p>`
    : ''

const pathOf = ({ token }: ProofPage) => `/prove/${encodeURIComponent(token)}`
