/**
 * Names of large banks by codes that they publish themselves: a comfort for whoever types a number,
 * never a reason to refuse one. A code that is not here has the name ''.
 */

/** `'001 One, 002 Two'` as a directory. */
const directory = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/,\s*/u)
      .map((entry) => {
        const space = entry.indexOf(' ')
        return [entry.slice(0, space), entry.slice(space + 1)]
      }),
  )

/** The name of the longest code that the text begins with. */
function longest(names: ReadonlyMap<string, string>, code: string, lengths: number[]): string {
  for (const length of lengths) {
    const name = names.get(code.slice(0, length))
    if (name !== undefined) return name
  }
  return ''
}

/** Federal Reserve routing directory. */
export const routingNumbers = directory(`
  011000138 Bank of America, 011500120 Citizens Bank, 021000018 BNY Mellon, 021000021 JPMorgan Chase,
  021000089 Citibank, 021001088 HSBC Bank USA, 022000046 M&T Bank, 026009593 Bank of America,
  026013673 TD Bank, 031176110 Capital One, 031201360 TD Bank, 041001039 KeyBank,
  042000314 Fifth Third Bank, 043000096 PNC Bank, 044000024 Huntington National Bank,
  053101121 Truist Bank, 061000104 Truist Bank, 062000019 Regions Bank, 065000090 Capital One,
  071000013 JPMorgan Chase, 071000288 BMO Bank, 091000019 Wells Fargo, 091000022 U.S. Bank,
  111000025 Bank of America, 111000614 JPMorgan Chase, 121000248 Wells Fargo,
  121000358 Bank of America, 122105155 U.S. Bank, 124003116 Ally Bank,
  256074974 Navy Federal Credit Union, 314074269 USAA Federal Savings Bank,
  321270742 Wells Fargo, 322271627 JPMorgan Chase
`)

/** Whole ranges of the large clearing banks, and single sort codes inside others' ranges. */
const sortCodes = directory(`
  09 Santander, 20 Barclays, 30 Lloyds Bank, 40 HSBC, 80 Bank of Scotland, 83 Royal Bank of Scotland,
  040004 Monzo, 040075 Revolut, 070116 Nationwide, 231470 Wise, 601613 NatWest, 608371 Starling Bank
`)

/** Reserve Bank of India: the first four characters of an IFSC. */
const ifscBanks = directory(`
  AIRP Airtel Payments Bank, AUBL AU Small Finance Bank, BARB Bank of Baroda, BDBL Bandhan Bank,
  BKID Bank of India, CBIN Central Bank of India, CITI Citibank, CNRB Canara Bank, DBSS DBS Bank India,
  DEUT Deutsche Bank, FDRL Federal Bank, HDFC HDFC Bank, HSBC HSBC, IBKL IDBI Bank, ICIC ICICI Bank,
  IDFB IDFC First Bank, IDIB Indian Bank, INDB IndusInd Bank, IOBA Indian Overseas Bank,
  KKBK Kotak Mahindra Bank, KVBL Karur Vysya Bank, MAHB Bank of Maharashtra, PSIB Punjab & Sind Bank,
  PUNB Punjab National Bank, RATN RBL Bank, SBIN State Bank of India, SCBL Standard Chartered Bank,
  SIBL South Indian Bank, UBIN Union Bank of India, UCBA UCO Bank, UTIB Axis Bank, YESB Yes Bank
`)

/** Banco Central do Brasil: COMPE codes. */
const compeBanks = directory(`
  001 Banco do Brasil, 033 Santander, 041 Banrisul, 070 BRB, 077 Banco Inter,
  104 Caixa Econômica Federal, 208 BTG Pactual, 237 Bradesco, 260 Nubank, 290 PagBank, 323 Mercado Pago,
  336 C6 Bank, 341 Itaú Unibanco, 422 Banco Safra, 748 Sicredi, 756 Sicoob
`)

/** Association of Banks in Singapore. */
const singaporeBanks = directory(`
  7144 Standard Chartered Bank, 7171 DBS Bank, 7214 Citibank, 7232 HSBC, 7302 Maybank, 7339 OCBC Bank,
  7375 United Overseas Bank
`)

/** The first four characters of a BIC. */
const philippineBanks = directory(`
  AUBK Asia United Bank, BNOR BDO Unibank, BOPI Bank of the Philippine Islands, CHBK China Bank,
  EWBC EastWest Bank, GXCH GCash, MBTC Metrobank, PNBM Philippine National Bank, RCBC RCBC,
  SETC Security Bank, TLBP Land Bank of the Philippines, UBPH UnionBank
`)

/** Central Bank of Nigeria: codes of deposit money banks. */
const nigerianBanks = directory(`
  011 First Bank of Nigeria, 023 Citibank Nigeria, 032 Union Bank of Nigeria,
  033 United Bank for Africa, 035 Wema Bank, 044 Access Bank, 050 Ecobank Nigeria, 057 Zenith Bank,
  058 Guaranty Trust Bank, 068 Standard Chartered Bank, 070 Fidelity Bank, 076 Polaris Bank,
  082 Keystone Bank, 101 Providus Bank, 214 First City Monument Bank, 215 Unity Bank,
  221 Stanbic IBTC Bank, 232 Sterling Bank, 301 Jaiz Bank
`)

/** Kenya Bankers Association: clearing codes. */
const kenyanBanks = directory(`
  01 KCB Bank, 02 Standard Chartered Bank, 03 Absa Bank Kenya, 07 NCBA Bank, 11 Co-operative Bank,
  12 National Bank of Kenya, 16 Citibank, 31 Stanbic Bank, 57 I&M Bank, 63 Diamond Trust Bank,
  68 Equity Bank, 70 Family Bank
`)

/** Central Bank of the UAE: the three digits after the check digits of an IBAN. */
const emirateBanks = directory(`
  003 Abu Dhabi Commercial Bank, 020 HSBC, 021 Citibank, 023 Commercial Bank of Dubai,
  024 Dubai Islamic Bank, 026 Emirates NBD, 033 Mashreq, 034 Emirates Islamic,
  035 First Abu Dhabi Bank, 040 RAKBANK, 044 Standard Chartered Bank, 050 Abu Dhabi Islamic Bank
`)

/** Betaalvereniging: the four letters after the check digits of an IBAN. */
const dutchBanks = directory(`
  ABNA ABN AMRO, ADYB Adyen, ASNB ASN Bank, BUNQ bunq, INGB ING, KNAB Knab, RABO Rabobank,
  TRIO Triodos Bank
`)

/** Central Bank of Kuwait: the four letters after the check digits of an IBAN. */
const kuwaitiBanks = directory(`
  ABKK Al Ahli Bank of Kuwait, BBYN Boubyan Bank, BRGN Burgan Bank, CBKU Commercial Bank of Kuwait,
  GULB Gulf Bank, KFHO Kuwait Finance House, KWIB Kuwait International Bank, NBOK National Bank of Kuwait,
  WRBA Warba Bank
`)

/** Japanese Bankers Association: codes of the Zengin system. */
const japaneseBanks = directory(`
  0001 Mizuho Bank, 0005 MUFG Bank, 0009 Sumitomo Mitsui Banking Corporation, 0010 Resona Bank,
  0017 Saitama Resona Bank, 0033 PayPay Bank, 0034 Seven Bank, 0035 Sony Bank, 0036 Rakuten Bank,
  0038 SBI Sumishin Net Bank, 0039 au Jibun Bank, 0040 Aeon Bank, 0397 SBI Shinsei Bank,
  9900 Japan Post Bank
`)

/** Payments Canada: institution numbers. */
const canadianBanks = directory(`
  001 Bank of Montreal, 002 Scotiabank, 003 Royal Bank of Canada, 004 TD Canada Trust,
  006 National Bank of Canada, 010 CIBC, 219 ATB Financial, 614 Tangerine, 815 Desjardins
`)

/** Australian Payments Network: the first two or three digits of a BSB. */
const australianBanks = directory(`
  01 ANZ, 03 Westpac, 06 Commonwealth Bank, 08 National Australia Bank, 10 BankSA, 11 St.George Bank,
  12 Bank of Queensland, 18 Macquarie Bank, 633 Bendigo Bank, 923 ING
`)

export const abaBank = (digits: string): string => routingNumbers.get(digits) ?? ''
export const sortCodeBank = (digits: string): string => longest(sortCodes, digits, [6, 2])
export const ifscBank = (ifsc: string): string => ifscBanks.get(ifsc.slice(0, 4)) ?? ''
export const brazilBank = (code: string): string => compeBanks.get(code) ?? ''
export const singaporeBank = (code: string): string => singaporeBanks.get(code.slice(0, 4)) ?? ''
export const philippineBank = (bic: string): string => philippineBanks.get(bic.slice(0, 4)) ?? ''
export const nigeriaBank = (code: string): string =>
  nigerianBanks.get(code.length === 6 ? code.replace(/^000/u, '') : code) ?? ''
export const japanBank = (code: string): string => japaneseBanks.get(code) ?? ''
export const kenyaBank = (code: string): string => kenyanBanks.get(code) ?? ''

/** The bank's own part of an IBAN, where a country's directory is known. */
const ibanBanks: Readonly<Record<string, [names: ReadonlyMap<string, string>, length: number]>> = {
  AE: [emirateBanks, 3],
  KW: [kuwaitiBanks, 4],
  NL: [dutchBanks, 4],
}

export function ibanBank(iban: string): string {
  const [names, length] = ibanBanks[iban.slice(0, 2)] ?? [new Map<string, string>(), 0]
  return names.get(iban.slice(4, 4 + length)) ?? ''
}

export const canadaBank = (code: string): string => canadianBanks.get(code) ?? ''
export const australiaBank = (bsb: string): string => longest(australianBanks, bsb, [3, 2])
