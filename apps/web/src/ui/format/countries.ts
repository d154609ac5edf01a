import { locale } from '../../messages/language.ts'

/** ISO 3166-1 alpha-2, all codes that are assigned. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCM' +
  'CNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGY' +
  'HKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMF' +
  'MGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARE' +
  'RORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZ' +
  'VAVCVEVGVIVNVUWFWSYEYTZAZMZW'

const names = new Intl.DisplayNames([locale], { type: 'region' })

/** `NO` as `Norway`; a code nobody knows stays as it is, and nothing stays nothing. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

let all: readonly { value: string; label: string }[] | undefined

/** Every country by its name in alphabetical order, for a choice; built when first asked for. */
export function countryOptions(): readonly { value: string; label: string }[] {
  const order = new Intl.Collator(locale)
  all ??= (codes.match(/../g) ?? [])
    .map((value) => ({ value, label: countryName(value) }))
    .sort((first, other) => order.compare(first.label, other.label))
  return all
}
