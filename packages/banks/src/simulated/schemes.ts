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
import type { Draw } from './draw.ts'

export type Numbers = { routingNumber: string; accountNumber: string }

/** How accounts of one country look: which rail they take, and how their numbers are made. */
export type Scheme = {
  rail: string
  address: string
  number(draw: Draw): Numbers
}

/** A zero in the eighth place marks a BIC of a test system (ISO 9362). */
const bicOf = (countryCode: string) => `CRDR${countryCode}20XXX`

/** A country whose accounts are written as an IBAN. */
const iban = (
  countryCode: string,
  address: string,
  rail: string,
  bban: (draw: Draw) => string,
): Scheme => ({
  rail,
  address,
  number: (draw) => ({
    routingNumber: bicOf(countryCode),
    accountNumber: ibanOf(countryCode, bban(draw)),
  }),
})
const sepa = (countryCode: string, address: string, bban: (draw: Draw) => string): Scheme =>
  iban(countryCode, address, 'SEPA_CREDIT', bban)

/** Tries until the digits have a check digit: about one in eleven has none. */
function dutchAccount(draw: Draw): string {
  for (;;) {
    const digits = draw(9)
    const check = dutchCheck(digits)
    if (check !== undefined) return digits + check
  }
}

/**
 * One test bank in every country. Its codes lie where no real bank's do, except where the scheme
 * itself knows its banks: there it is the number that payment companies use for their tests.
 */
export const schemes: Readonly<Record<string, Scheme>> = {
  US: {
    rail: 'ACH',
    address: '100 Test Plaza, Dallas, TX 75201',
    number: (draw) => ({ routingNumber: '110999991', accountNumber: draw(12) }),
  },
  DE: sepa('DE', 'Testallee 1, 10115 Berlin', (draw) => `99999${draw(3)}${draw(10)}`),
  FR: sepa('FR', '1 rue du Test, 75001 Paris', (draw) => {
    const [branch, account] = [draw(5), draw(11)]
    return `99999${branch}${account}${frenchKey('99999', branch, account)}`
  }),
  ES: sepa('ES', 'Calle de Prueba 1, 28001 Madrid', (draw) => {
    const [branch, account] = [draw(4), draw(10)]
    return `9999${branch}${spanishCheck(`9999${branch}`, account)}${account}`
  }),
  IT: sepa('IT', 'Via Prova 1, 00184 Roma', (draw) => {
    const digits = `99999${draw(5)}${draw(12)}`
    return italianLetter(digits) + digits
  }),
  NL: sepa('NL', 'Teststraat 1, 1011 AB Amsterdam', (draw) => `CRDR${dutchAccount(draw)}`),
  GB: {
    rail: 'FASTER_PAYMENTS',
    address: '1 Test Street, London EC1A 1AA',
    // No bank has sort codes that start with 00, so none of their checks applies.
    number: (draw) => ({ routingNumber: `00${draw(4)}`, accountNumber: draw(8) }),
  },
  MX: {
    rail: 'SPEI',
    address: 'Avenida Prueba 1, 06000 Ciudad de México',
    number: (draw) => {
      const digits = `646180${draw(11)}`
      return { routingNumber: '646', accountNumber: digits + clabeCheck(digits) }
    },
  },
  IN: {
    rail: 'IMPS',
    address: '1 Test Road, Mumbai 400001',
    number: (draw) => ({ routingNumber: `CRDR0${draw(6)}`, accountNumber: draw(14) }),
  },
  BR: {
    // Pix is paid to a key; to bank, branch and account it is TED.
    rail: 'TED',
    address: 'Rua de Teste 1, 01310-000 São Paulo',
    number: (draw) => {
      const [branch, account] = [draw(4), draw(9)]
      return { routingNumber: `999${branch}`, accountNumber: account + brazilianCheck(account) }
    },
  },
  SG: {
    rail: 'FAST',
    address: '1 Test Quay, Singapore 018960',
    number: (draw) => ({ routingNumber: `9999${draw(3)}`, accountNumber: draw(10) }),
  },
  PH: {
    rail: 'INSTAPAY',
    address: '1 Test Avenue, Makati 1200',
    number: (draw) => ({ routingNumber: bicOf('PH'), accountNumber: draw(12) }),
  },
  NG: {
    rail: 'NIP',
    address: '1 Test Close, Lagos 101233',
    number: (draw) => {
      const serial = draw(9)
      return { routingNumber: '999', accountNumber: serial + nubanCheck(`999${serial}`) }
    },
  },
  KE: {
    rail: 'PESALINK',
    address: '1 Test Way, Nairobi 00100',
    number: (draw) => ({ routingNumber: `99${draw(3)}`, accountNumber: draw(13) }),
  },
  AE: iban('AE', '1 Test Boulevard, Dubai', 'UAEFTS', (draw) => `999${draw(16)}`),
  CA: {
    rail: 'EFT',
    address: '1 Test Crescent, Toronto ON M5H 2N2',
    // Zero, institution, transit: the form of electronic payments.
    number: (draw) => ({ routingNumber: `0999${draw(5)}`, accountNumber: draw(12) }),
  },
  AU: {
    rail: 'NPP',
    address: '1 Test Parade, Sydney NSW 2000',
    number: (draw) => ({ routingNumber: `999${draw(3)}`, accountNumber: draw(9) }),
  },
}
