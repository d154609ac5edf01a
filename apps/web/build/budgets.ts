/** Bytes after gzip; a build above one of them fails. */
export const limits = {
  shell: '131 kB',
  styles: '20 kB',
  fonts: '45 kB',
  firstLoad: '190 kB',
  palette: '20 kB',
}

const overview = '40 kB'
const list = '60 kB'
/** Wallet set-up and signing bring the decoder and the key exchange. */
const signing = '60 kB'
const other = '45 kB'

/** Every side of a payment is on it. */
const transfer = '46 kB'

const routes: [RegExp, string][] = [
  [/overview\/overview/, overview],
  [/\/(list|events|external|funding|queue|approvals|keys|requests)\.tsx$/, list],
  // Only lists have them, so all that a list needs is there.
  [/views\/saved-views/, list],
  [/wallets\//, signing],
  [/transfers\/(new|detail)\//, transfer],
  // The form of an account is in them, with the rules of every country.
  [/accounts\/new\/|payin-routes\/create\//, transfer],
]

/** What a route may add to the shell. */
export function routeLimit(page: string): string {
  return routes.find(([pattern]) => pattern.test(page))?.[1] ?? other
}
