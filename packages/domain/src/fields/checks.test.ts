import { clabe } from 'clabe-validator'
import { cpf } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { composeIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { publishedAddresses } from '../jurisdictions/testing/published.ts'
import { checksumAddress, evmFault } from './addresses.ts'
import { checks, validations } from './checks.ts'
import { clabeCheckDigit, nubanCheckDigit, weightedSum } from './digits.ts'
import { bicNote } from './iban.ts'

type CheckName = keyof typeof validations
const context = { label: 'It', argument: '', values: {} }
const faultOf = (name: CheckName, value: string) => validations[name].fault(value, context)
const checkFault = (check: string, value: string, values: Record<string, string> = {}) => {
  const [name = '', argument = ''] = check.split(':')
  const rule = checks[name]
  if (!rule) throw new Error(`no check ${name}`)
  return rule.fault(value, { label: 'It', argument, values })
}

const digits = (length: number) =>
  fc.stringMatching(new RegExp(String.raw`^\d{${length}}$`)).filter((text) => !/^0+$/.test(text))

/** The same number with one digit replaced by another. */
const oneWrong = (numbers: fc.Arbitrary<string>) =>
  fc.tuple(numbers, fc.nat(), fc.integer({ min: 1, max: 9 })).map(([number, place, by]) => {
    const places = [...number.matchAll(/\d/g)].map(({ index }) => index)
    const at = places[place % places.length] ?? 0
    const digit = (Number(number[at]) + by) % 10
    return { number, wrong: `${number.slice(0, at)}${digit}${number.slice(at + 1)}` }
  })

const runs = { numRuns: 5_000 }

describe('a single wrong digit never passes', () => {
  test('of an IBAN', () => {
    const ibans = digits(18).map((bban) => composeIBAN({ countryCode: 'DE', bban }) ?? '')
    fc.assert(
      fc.property(oneWrong(ibans), ({ number, wrong }) => {
        expect(faultOf('iban-mod97', number)).toBeUndefined()
        expect(faultOf('iban-mod97', wrong)).toBeDefined()
      }),
      runs,
    )
  })

  test('of a routing number', () => {
    const numbers = fc.tuple(fc.constantFrom('02', '12', '26', '32'), digits(6)).map(([a, b]) => {
      const check = (10n - (weightedSum(a + b, [3n, 7n, 1n]) % 10n)) % 10n
      return `${a}${b}${check}`
    })
    fc.assert(
      fc.property(oneWrong(numbers), ({ number, wrong }) => {
        expect(faultOf('aba', number)).toBeUndefined()
        expect(faultOf('aba', wrong)).toBeDefined()
      }),
      runs,
    )
  })

  test('of a CLABE, whose check digit is that of the directory it comes from', () => {
    const numbers = digits(17).map((first) => {
      expect(clabeCheckDigit(first)).toBe(String(clabe.computeChecksum(first)))
      return first + clabeCheckDigit(first)
    })
    fc.assert(
      fc.property(oneWrong(numbers), ({ number, wrong }) => {
        expect(faultOf('clabe', number)).toBeUndefined()
        expect(faultOf('clabe', wrong)).toBeDefined()
      }),
      runs,
    )
  })

  test('of a NUBAN, at a bank of three digits or an institution of five', () => {
    const numbers = fc.tuple(fc.oneof(digits(3), digits(5)), digits(9))
    fc.assert(
      fc.property(numbers, fc.nat(9), fc.integer({ min: 1, max: 9 }), ([bank, serial], at, by) => {
        const number = serial + nubanCheckDigit(bank, serial)
        const digit = (Number(number[at]) + by) % 10
        const wrong = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`
        expect(checkFault('nuban:bank', number, { bank })).toBeUndefined()
        expect(checkFault('nuban:bank', wrong, { bank })).toBeDefined()
      }),
      runs,
    )
  })

  // Remainders 0 and 1 both give the digit 0, so that a few changes go unseen: that is the CPF's
  // own weakness. With another first check digit none does.
  test('of a CPF whose first check digit is not 0', () => {
    const numbers = digits(9)
      .map((first) => {
        const item = cpf.verifierDigit(first)
        return `${first}${item}${cpf.verifierDigit(`${first}${item}`)}`
      })
      .filter((number) => number[9] !== '0' && !/^(\d)\1+$/.test(number))
    fc.assert(
      fc.property(oneWrong(numbers), ({ number, wrong }) => {
        expect(checkFault('cpf', number)).toBeUndefined()
        expect(checkFault('cpf', wrong)).toBeDefined()
      }),
      runs,
    )
  })
})

describe('addresses', () => {
  test.each(publishedAddresses.valid)('%s is accepted, in small letters too', (address) => {
    expect(evmFault(address)).toBeUndefined()
    expect(evmFault(address.toLowerCase())).toBeUndefined()
  })

  test.each(publishedAddresses.refused)('%s is refused', (address) => {
    expect(evmFault(address)).toBeDefined()
  })

  test('a checksummed address with any letter in the other case is refused', () => {
    const address = fc.stringMatching(/^0x[0-9a-f]{40}$/).map(checksumAddress)
    fc.assert(
      fc.property(address, fc.nat(), (good, place) => {
        const letters = [...good.matchAll(/[a-f]/gi)].map(({ index }) => index)
        fc.pre(letters.length > 2)
        const at = letters[place % letters.length] ?? 0
        const letter = good[at] ?? ''
        const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
        const wrong = good.slice(0, at) + other + good.slice(at + 1)
        const body = wrong.slice(2)
        fc.pre(body !== body.toLowerCase() && body !== body.toUpperCase())
        expect(evmFault(good)).toBeUndefined()
        expect(evmFault(wrong)).toContain('checksum')
      }),
      { numRuns: 300 },
    )
  })
})

const wrongCountry = 'This IBAN is of France; United Arab Emirates is asked for.'

describe('rules with names of their own', () => {
  test.each<[string, string, string | undefined]>([
    ['iban-of:AE', 'FR1420041010050500013M02606', wrongCountry],
    ['iban-of:AE', 'AE070331234567890123456', undefined],
    [
      'iban-of:SEPA',
      'TR330006100519786457841326',
      'This IBAN is of Türkiye, which SEPA does not reach.',
    ],
    ['bic-of:SG', 'DEUTDEFF', 'This BIC is of Germany; Singapore is asked for.'],
    ['cnpj', '11.222.333/0001-81', undefined],
    // Receita Federal, technical note on the CNPJ with letters.
    ['cnpj', '12.ABC.345/01DE-35', undefined],
    ['cnpj', '12.ABC.345/01DE-36', 'This is no CNPJ: its check digits are wrong.'],
    ['cpf', '111.111.111-11', 'This is no CPF: its check digits are wrong.'],
    ['nonzero', '00000000', 'It is not all zeros.'],
    ['digits', '12a', 'It consists of digits.'],
    ['mobile:KE', '+254 712 345 678', undefined],
  ])('%s of %s', (check, value, fault) => {
    expect(checkFault(check, value)).toBe(fault)
  })

  test.each([
    ['CPF', '111.444.777-35', true],
    ['CPF', '11.222.333/0001-81', false],
    ['CNPJ', '11222333000181', true],
    ['EMAIL', 'fulano_da_silva.recebedor@example.com', true],
    ['EMAIL', 'fulano', false],
    ['PHONE', '+5561912345678', true],
    ['PHONE', '61912345678', false],
    ['RANDOM', '123e4567-e12b-12d1-a456-426655440000', true],
    ['RANDOM', '123e4567e12b12d1a456426655440000', false],
  ])('a Pix key of the kind %s: %s', (kind, key, isRight) => {
    expect(checkFault('pix-key:kind', key, { kind }) === undefined).toBe(isRight)
  })

  test.each([
    ['50211', '2000000006', true],
    ['50211', '2000000007', false],
    ['950211', '2000000006', true],
    ['950211', '2000000007', false],
    // The code of an institution at NIP, of which no check digit is made.
    ['090267', '2000000006', true],
    ['090267', '2000000007', true],
  ])('a NUBAN at %s: %s', (bank, number, isRight) => {
    expect(checkFault('nuban:bank', number, { bank }) === undefined).toBe(isRight)
  })

  test.each([
    ['british', '1926819', '01926819'],
    ['british', '926-819', '00926819'],
    ['british', '31926819', '31926819'],
    ['british', '26819', '26819'],
    ['zengin', '1234', '0001234'],
    ['zengin', '123', '123'],
  ])('%s fills %s up to %s', (check, typed, number) => {
    expect(checks[check]?.normal?.(typed)).toBe(number)
  })

  test('a BIC of another country than its IBAN is worth a note, not a refusal', () => {
    expect(bicNote('DEUTDEFF', 'LT121000011101001000')).toBe(
      'The BIC is of Germany, the IBAN of Lithuania: the IBAN decides.',
    )
    expect(bicNote('deutdeff', 'DE89 3704 0044 0532 0130 00')).toBe('')
    expect(bicNote('', 'DE89370400440532013000')).toBe('')
    expect(bicNote('DBSSSGSG', '')).toBe('')
  })

  test('a kind that every object has by birth is no kind of Pix key', () => {
    expect(checkFault('pix-key:kind', 'x', { kind: 'constructor' })).toBeUndefined()
  })

  test('of the routing numbers that banks publish for tests, the round ones are right too', () => {
    for (const number of ['110000000', '122000247', '124003116'])
      expect(faultOf('aba', number)).toBeUndefined()
  })

  test.each<[CheckName, string]>([
    ['bic', 'DEUTDEF'],
    ['bic', 'DEUTXXFF'],
    ['ifsc', 'SBIN1000300'],
    ['aba', '000000000'],
    ['aba', '990000000'],
    ['aba', '110000001'],
    ['clabe', '032180000118359718'],
  ])('%s refuses %s', (name, value) => {
    expect(faultOf(name, value)).toBeDefined()
  })
})
