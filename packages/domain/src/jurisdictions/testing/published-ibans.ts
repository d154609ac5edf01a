import type { PublishedAccount, PublishedRefusal } from './published.ts'

const iban = 'account.iban'

const ibanRefusal = (why: string, value: string, says: string): PublishedRefusal => ({
  why,
  change: { [iban]: value },
  path: iban,
  says,
})

const registry = 'SWIFT, IBAN registry: example of the country'

export const ibanAccounts: readonly PublishedAccount[] = [
  {
    country: 'DE',
    type: 'BANK',
    rail: 'SEPA_CREDIT',
    source: registry,
    values: { [iban]: 'DE89 3704 0044 0532 0130 00' },
    bankName: '',
    refused: [
      ibanRefusal('the last digit differs', 'DE89370400440532013001', 'check digits are wrong'),
      ibanRefusal("the registry's Brazilian IBAN", 'BR1800360305000010009795493C1', 'is of Brazil'),
      ibanRefusal('one digit short', 'DE8937040044053201300', 'has 22 characters'),
      ibanRefusal('a letter in the account', 'DE8937040044053201300O', 'a letter or a digit'),
    ],
  },
  {
    country: 'FR',
    type: 'BANK',
    rail: 'SEPA_INSTANT',
    source: registry,
    values: { [iban]: 'FR1420041010050500013M02606' },
    bankName: '',
    refused: [
      ibanRefusal('another branch', 'FR1420041010060500013M02606', 'check digits are wrong'),
      ibanRefusal("the registry's Turkish IBAN", 'TR330006100519786457841326', 'is of Türkiye'),
      ibanRefusal('two digits too long', 'FR1420041010050500013M0260600', 'has 27 characters'),
      ibanRefusal('another national key (RIB)', 'FR8420041010050500013M02607', 'national account'),
    ],
  },
  {
    country: 'ES',
    type: 'BANK',
    rail: 'SEPA_CREDIT',
    source: registry,
    values: { [iban]: 'ES9121000418450200051332' },
    bankName: '',
    refused: [
      ibanRefusal(
        'two digits changed places',
        'ES9121000418450200053132',
        'check digits are wrong',
      ),
      ibanRefusal(
        "the registry's Emirati IBAN",
        'AE070331234567890123456',
        'which SEPA does not reach',
      ),
      ibanRefusal('the national number alone', '21000418450200051332', 'two letters of a country'),
      ibanRefusal('wrong national control digits', 'ES2921000418460200051332', 'national account'),
    ],
  },
  {
    country: 'IT',
    type: 'BANK',
    rail: 'SEPA_CREDIT',
    source: registry,
    values: { [iban]: 'IT60X0542811101000000123456' },
    bankName: '',
    refused: [
      ibanRefusal('another bank', 'IT60X0542911101000000123456', 'check digits are wrong'),
      ibanRefusal(
        "the registry's Ukrainian IBAN",
        'UA213223130000026007233566001',
        'is of Ukraine',
      ),
      ibanRefusal('a digit for the letter', 'IT6000542811101000000123456', 'a letter or a digit'),
    ],
  },
  {
    country: 'NL',
    type: 'BANK',
    rail: 'SEPA_CREDIT',
    source: registry,
    values: { [iban]: 'NL91ABNA0417164300' },
    bankName: 'ABN AMRO',
    refused: [
      ibanRefusal(
        'the counter-example of the library ibantools',
        'NL92ABNA0517164300',
        'check digits are wrong',
      ),
      ibanRefusal("the registry's Kuwaiti IBAN", 'KW81CBKU0000000000001234560101', 'is of Kuwait'),
      ibanRefusal('an invented country', 'XX91ABNA0417164300', 'two letters of a country'),
    ],
  },
  {
    country: 'AE',
    type: 'BANK',
    rail: 'UAEFTS',
    source: registry,
    values: { [iban]: 'AE070331234567890123456' },
    bankName: 'Mashreq',
    refused: [
      ibanRefusal('the last digit differs', 'AE070331234567890123457', 'check digits are wrong'),
      ibanRefusal("the registry's British IBAN", 'GB29NWBK60161331926819', 'is of United Kingdom'),
      ibanRefusal('one digit short', 'AE07033123456789012345', 'has 23 characters'),
    ],
  },
  {
    country: 'KW',
    type: 'BANK',
    rail: 'KASSIP',
    source: registry,
    values: { [iban]: 'KW81 CBKU 0000 0000 0000 1234 5601 01' },
    bankName: 'Commercial Bank of Kuwait',
    refused: [
      ibanRefusal(
        'the last digit differs',
        'KW81CBKU0000000000001234560102',
        'check digits are wrong',
      ),
      ibanRefusal("the registry's Emirati IBAN", 'AE070331234567890123456', 'Kuwait is asked for'),
      ibanRefusal('one digit short', 'KW81CBKU000000000000123456010', 'has 30 characters'),
    ],
  },
]
