import {
  brazilianCheck,
  clabeCheck,
  dutchCheck,
  frenchKey,
  ibanOf,
  italianLetter,
  nubanCheck,
  spanishCheck,
} from './check-digits.ts'
import { fitsSortCode } from './british/modulus.ts'
import type { Draw } from './draw.ts'

/** Who issues an account: the part of its numbers that the bank has, and what is agreed with it. */
export type Issuer = {
  /** BIC or national code, as shown to payers. */
  routingNumber: string
  /** The bank's part of the account number itself; '' where there is none. */
  bankPart: string
  /** Digits that the account's own part begins with. */
  prefix: string
}

/** How accounts of one country look: which rail they take, and how their numbers are made. */
export type Scheme = {
  rail: string
  address: string
  /** Where the holder of the test accounts has its seat. */
  seat: { postalCode?: string; town: string }
  /** A bank that exists nowhere. */
  testBank(draw: Draw): Issuer
  account(draw: Draw, issuer: Issuer): string
  /** The bank's part of an account number, as `Issuer` has it. */
  bankPartOf(accountNumber: string): string
}

/** A zero in the eighth place marks a BIC of a test system (ISO 9362). */
const bicOf = (countryCode: string) => `CRDR${countryCode}20XXX`

/** With fewer digits, most of the accounts would have the number of another one. */
const freeMin = 4

/**
 * Digits of the account's own part.
 * @throws RangeError where the prefix leaves too few numbers
 */
function own(draw: Draw, { prefix }: Issuer, count: number): string {
  const free = count - prefix.length
  if (free < freeMin)
    throw new RangeError(
      `the prefix ${prefix} leaves ${free} of ${count} digits, fewer than ${freeMin}`,
    )
  return prefix + draw(free)
}

const issuer = (routingNumber: string, bankPart = ''): Issuer => ({
  routingNumber,
  bankPart,
  prefix: '',
})

/** A country whose accounts are written as an IBAN; its bank's part has so many characters. */
const iban = (
  countryCode: string,
  place: Pick<Scheme, 'address' | 'seat'> & { rail?: string; offset?: number; length: number },
  bankPart: (draw: Draw) => string,
  bban: (draw: Draw, issuer: Issuer) => string,
): Scheme => ({
  rail: place.rail ?? 'SEPA_CREDIT',
  address: place.address,
  seat: place.seat,
  testBank: (draw) => issuer(bicOf(countryCode), bankPart(draw)),
  account: (draw, by) => ibanOf(countryCode, bban(draw, by)),
  bankPartOf: (accountNumber) => {
    const start = 4 + (place.offset ?? 0)
    return accountNumber.slice(start, start + place.length)
  },
})

/** A country whose account numbers say nothing of the bank. */
const plain = (
  place: Pick<Scheme, 'address' | 'rail' | 'seat'>,
  routingNumber: (draw: Draw) => string,
  account: (draw: Draw, issuer: Issuer) => string,
): Scheme => ({
  ...place,
  testBank: (draw) => issuer(routingNumber(draw)),
  account,
  bankPartOf: () => '',
})

/** Tries until the digits have a check digit: about one in eleven has none. */
function dutchAccount(draw: Draw, by: Issuer): string {
  for (;;) {
    const digits = own(draw, by, 9)
    const check = dutchCheck(digits)
    if (check !== undefined) return digits + check
  }
}

/** The first from a drawn one on that the payer's bank will take. */
function britishAccount(draw: Draw, by: Issuer): string {
  const first = own(draw, by, 8)
  const free = 8 - by.prefix.length
  const start = Number(first.slice(by.prefix.length))
  for (let i = 0; i < 10 ** free; i += 1) {
    const tail = String((start + i) % 10 ** free).padStart(free, '0')
    if (fitsSortCode(by.routingNumber, by.prefix + tail)) return by.prefix + tail
  }
  return first
}

/**
 * One test bank in every country. Its codes lie where no real bank's do, except where the scheme
 * itself knows its banks: there it is the number that payment companies use for their tests.
 */
export const schemes: Readonly<Record<string, Scheme>> = {
  US: plain(
    {
      rail: 'ACH',
      address: '100 Test Plaza, Dallas, TX 75201',
      seat: { town: 'Dallas', postalCode: '75201' },
    },
    () => '110999991',
    (draw, by) => own(draw, by, 12),
  ),
  DE: iban(
    'DE',
    {
      address: 'Testallee 1, 10115 Berlin',
      seat: { town: 'Berlin', postalCode: '10115' },
      length: 8,
    },
    (draw) => `99999${draw(3)}`,
    (draw, by) => by.bankPart + own(draw, by, 10),
  ),
  FR: iban(
    'FR',
    {
      address: '1 rue du Test, 75001 Paris',
      seat: { town: 'Paris', postalCode: '75001' },
      length: 10,
    },
    (draw) => `99999${draw(5)}`,
    (draw, by) => {
      const account = own(draw, by, 11)
      const [bank, branch] = [by.bankPart.slice(0, 5), by.bankPart.slice(5)]
      return bank + branch + account + frenchKey(bank, branch, account)
    },
  ),
  ES: iban(
    'ES',
    {
      address: 'Calle de Prueba 1, 28001 Madrid',
      seat: { town: 'Madrid', postalCode: '28001' },
      length: 8,
    },
    (draw) => `9999${draw(4)}`,
    (draw, by) => {
      const account = own(draw, by, 10)
      return by.bankPart + spanishCheck(by.bankPart, account) + account
    },
  ),
  IT: iban(
    'IT',
    {
      address: 'Via Prova 1, 00184 Roma',
      seat: { town: 'Roma', postalCode: '00184' },
      offset: 1,
      length: 10,
    },
    (draw) => `99999${draw(5)}`,
    (draw, by) => {
      const digits = by.bankPart + own(draw, by, 12)
      return italianLetter(digits) + digits
    },
  ),
  NL: iban(
    'NL',
    {
      address: 'Teststraat 1, 1011 AB Amsterdam',
      seat: { town: 'Amsterdam', postalCode: '1011 AB' },
      length: 4,
    },
    () => 'CRDR',
    (draw, by) => by.bankPart + dutchAccount(draw, by),
  ),
  GB: plain(
    {
      rail: 'FASTER_PAYMENTS',
      address: '1 Test Street, London EC1A 1AA',
      seat: { town: 'London', postalCode: 'EC1A 1AA' },
    },
    // No bank has sort codes that start with 00, so none of their checks applies.
    (draw) => `00${draw(4)}`,
    britishAccount,
  ),
  MX: {
    rail: 'SPEI',
    address: 'Avenida Prueba 1, 06000 Ciudad de México',
    seat: { town: 'Ciudad de México', postalCode: '06000' },
    testBank: () => issuer('646', '646180'),
    account: (draw, by) => {
      const digits = by.bankPart + own(draw, by, 11)
      return digits + clabeCheck(digits)
    },
    bankPartOf: (clabe) => clabe.slice(0, 6),
  },
  IN: plain(
    {
      rail: 'IMPS',
      address: '1 Test Road, Mumbai 400001',
      seat: { town: 'Mumbai', postalCode: '400001' },
    },
    (draw) => `CRDR0${draw(6)}`,
    (draw, by) => own(draw, by, 14),
  ),
  BR: plain(
    // Pix is paid to a key; to bank, branch and account it is TED.
    {
      rail: 'TED',
      address: 'Rua de Teste 1, 01310-000 São Paulo',
      seat: { town: 'São Paulo', postalCode: '01310-000' },
    },
    (draw) => `999${draw(4)}`,
    (draw, by) => {
      const account = own(draw, by, 9)
      return account + brazilianCheck(account)
    },
  ),
  SG: plain(
    {
      rail: 'FAST',
      address: '1 Test Quay, Singapore 018960',
      seat: { town: 'Singapore', postalCode: '018960' },
    },
    (draw) => `9999${draw(3)}`,
    (draw, by) => own(draw, by, 10),
  ),
  PH: plain(
    {
      rail: 'INSTAPAY',
      address: '1 Test Avenue, Makati 1200',
      seat: { town: 'Makati', postalCode: '1200' },
    },
    () => bicOf('PH'),
    (draw, by) => own(draw, by, 12),
  ),
  NG: plain(
    {
      rail: 'NIP',
      address: '1 Test Close, Lagos 101233',
      seat: { town: 'Lagos', postalCode: '101233' },
    },
    () => '999',
    (draw, by) => {
      const serial = own(draw, by, 9)
      return serial + nubanCheck(by.routingNumber + serial)
    },
  ),
  KE: plain(
    {
      rail: 'PESALINK',
      address: '1 Test Way, Nairobi 00100',
      seat: { town: 'Nairobi', postalCode: '00100' },
    },
    (draw) => `99${draw(3)}`,
    (draw, by) => own(draw, by, 13),
  ),
  AE: iban(
    'AE',
    { address: '1 Test Boulevard, Dubai', seat: { town: 'Dubai' }, rail: 'UAEFTS', length: 3 },
    () => '999',
    (draw, by) => by.bankPart + own(draw, by, 16),
  ),
  JP: plain(
    {
      rail: 'ZENGIN',
      address: '1-1 Test, Chiyoda-ku, Tokyo 100-0001',
      seat: { town: 'Tokyo', postalCode: '100-0001' },
    },
    (draw) => `9999${draw(3)}`,
    (draw, by) => own(draw, by, 7),
  ),
  KW: iban(
    'KW',
    {
      address: '1 Test Street, Kuwait City 13001',
      seat: { town: 'Kuwait City', postalCode: '13001' },
      rail: 'KASSIP',
      length: 4,
    },
    () => 'CRDR',
    (draw, by) => by.bankPart + own(draw, by, 22),
  ),
  CA: plain(
    {
      rail: 'EFT',
      address: '1 Test Crescent, Toronto ON M5H 2N2',
      seat: { town: 'Toronto', postalCode: 'M5H 2N2' },
    },
    // Zero, institution, transit: the form of electronic payments.
    (draw) => `0999${draw(5)}`,
    (draw, by) => own(draw, by, 12),
  ),
  AU: plain(
    {
      rail: 'NPP',
      address: '1 Test Parade, Sydney NSW 2000',
      seat: { town: 'Sydney', postalCode: '2000' },
    },
    (draw) => `999${draw(3)}`,
    (draw, by) => own(draw, by, 9),
  ),
}
