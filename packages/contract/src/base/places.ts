/**
 * Countries whose addresses name no town: their format has none, or does not require it, and the town is
 * a part of the street's line or the whole country. Address metadata of google/libaddressinput,
 * e20690c of 2025-06-12 (`region_data_constants.cc`).
 */
const withoutTowns: ReadonlySet<string> = new Set(['AE', 'GI', 'HK', 'KY', 'MO', 'NR', 'SG'])

/** Whether an address in this country (ISO 3166, two capital letters) is whole without a town. */
export const hasTowns = (country: string): boolean => !withoutTowns.has(country)

const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/** A dot-atom of at most 64 octets and a domain of A-labels (RFC 5321 4.1.2, 4.5.3.1); no quoted names. */
export const mailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${atext}+(?:\\.${atext}+)*@(?:${label}\\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$`,
)

/** The global of browsers and Node, of which this package knows no types. */
declare const URL: new (text: string) => { hostname: string }

/**
 * `ada@xn--mnchen-3ya.example` for `ada@münchen.example`: mail and look-ups know a domain by its
 * A-labels (UTS 46). A text without such a domain stays as it is.
 */
export function mailAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  if (at < 1 || !/[^\u0000-\u007f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.\-。．｡]+$/u.test(domain))
    return text
  try {
    return `${text.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return text
  }
}
