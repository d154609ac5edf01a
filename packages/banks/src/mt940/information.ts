import { identifier } from '../values/identifiers.ts'

/** What a field 86 has of a payment, whatever its style. */
export type Information = {
  /** The bank's code of the kind of booking, e.g. 166; '' where it has none. */
  code: string
  written: string
  endToEndId: string
  customerReference: string
  /** Who is on the other side. */
  name: string
  account: string
  agent: string
  ultimatePayer: string
  ultimatePayee: string
  isReturned: boolean
  reason: string
}

const none: Information = {
  code: '',
  written: '',
  endToEndId: '',
  customerReference: '',
  name: '',
  account: '',
  agent: '',
  ultimatePayer: '',
  ultimatePayee: '',
  isReturned: false,
  reason: '',
}

const textMax = 1_000
const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, textMax)

/** Texts that a bank cut at a length are put together again; shorter ones are apart. */
function joined(parts: readonly string[], lengthMax: number, apart = ' '): string {
  return parts.reduce(
    (text, part, at) =>
      at === 0 || (parts[at - 1]?.length ?? 0) >= lengthMax ? text + part : text + apart + part,
    '',
  )
}

/** The field's own length of a line. */
const lineLength = 65
/** The length of a German subfield. */
const subfieldLength = 27

const german = /^(\d{3}) *([?^<~@])(?=\d{2})/

/** `isCredit`: the other side of it is who pays, else who is paid. */
export function readInformation(text: string, isCredit = true): Information {
  const mark = german.exec(text)
  if (mark) return germanInformation(mark[1] ?? '', mark[2] ?? '?', text.slice(mark[0].length - 1))
  const plain = joined(text.split('\n'), lineLength)
  if (!slashPattern.test(plain)) return { ...none, written: clean(plain) }
  return slashInformation(plain, isCredit)
}

const labels = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC|BREF|RREF)\+/

/** Values by what stands before them; what has nothing before it is under ''. */
function labelled(text: string, pattern: RegExp): Map<string, string> {
  const pieces = text.split(pattern)
  const found = new Map<string, string>([['', pieces[0] ?? '']])
  for (let at = 1; at < pieces.length; at += 2) {
    const label = pieces[at] ?? ''
    const value = pieces[at + 1] ?? ''
    if (!found.has(label)) found.set(label, value.trim())
  }
  return found
}

/** Subfields of the German banking industry: 20 to 29 and 60 to 63 are what was written. */
function germanInformation(code: string, separator: string, text: string): Information {
  const subfields = new Map<string, string>()
  for (const piece of text.replaceAll('\n', '').split(separator).slice(1)) {
    const tag = piece.slice(0, 2)
    // A question mark inside of a text is none of a subfield.
    if (/^\d{2}$/.test(tag) && !subfields.has(tag)) subfields.set(tag, piece.slice(2))
    else {
      const last = [...subfields.keys()].at(-1)
      if (last !== undefined) subfields.set(last, `${subfields.get(last)}${separator}${piece}`)
    }
  }
  const written = [...subfields].filter(([tag]) => /^(?:2\d|6[0-3])$/.test(tag))
  const values = labelled(
    joined(
      written.map(([, value]) => value),
      subfieldLength,
      '\n',
    ),
    labels,
  )
  const value = (label: string) => clean(values.get(label) ?? '')
  // An id ends with its subfield; what follows without a label is written beside it.
  const id = (label: string) => identifier(values.get(label)?.split('\n')[0] ?? '')
  const beside = ['EREF', 'KREF', 'MREF'].map((label) =>
    (values.get(label)?.split('\n') ?? []).slice(1).join(' '),
  )
  const subfield = (tag: string) => clean(subfields.get(tag) ?? '')
  const names = ['32', '33'].map((tag) => subfields.get(tag) ?? '').filter((part) => part !== '')
  return {
    ...none,
    code,
    written: value('SVWZ') || clean([value(''), ...beside].join(' ')),
    endToEndId: id('EREF'),
    customerReference: id('KREF'),
    name: identifier(clean(joined(names, subfieldLength))),
    account: (subfield('38') || subfield('31') || value('IBAN')).replaceAll(' ', ''),
    agent: (subfield('30') || value('BIC')).replaceAll(' ', ''),
    ultimatePayer: value('ABWA'),
    ultimatePayee: value('ABWE'),
    isReturned: ['159', '160'].includes(code),
  }
}

const slashLabels =
  'EREF|PREF|MARF|CSID|ORDP|BENM|NAME|IBAN|BIC|ACCW|ADDR|REMI|ISDT|TRTP|RTRN|CNTP|ULTC|ULTD|ULTB|PURP|TRCD|UDTR|UCRD|SVCL|OAMT|CHGS|EXCH|OCMT'
const slashPattern = new RegExp(`(?:^|/)(?:${slashLabels})/`)
const slashSplit = new RegExp(`(?:^|/)(${slashLabels})/`)

/** What is behind these is of one of the sides: who orders, who benefits. */
const sides = ['ORDP', 'BENM']
const ofSide = ['NAME', 'IBAN', 'BIC']

/** The text without what it has of one's own side. */
function withoutOwnSide(text: string, isCredit: boolean): string {
  const [before = '', ...pieces] = text.split(slashSplit)
  let side = ''
  let rest = before
  for (let at = 0; at < pieces.length; at += 2) {
    const label = pieces[at] ?? ''
    if (sides.includes(label)) side = label
    const isOwn = side === (isCredit ? 'BENM' : 'ORDP')
    if (!isOwn || !ofSide.includes(label)) rest += `/${label}/${pieces[at + 1] ?? ''}`
  }
  return rest
}

/** Labels between slashes, as banks of the Netherlands and others write them. */
function slashInformation(text: string, isCredit: boolean): Information {
  const values = labelled(withoutOwnSide(text, isCredit), slashSplit)
  const value = (label: string) => clean((values.get(label) ?? '').replace(/\/+$/, ''))
  const [account = '', agent = '', name = ''] = value('CNTP').split('/')
  const remittance = value('REMI').replace(/^(?:USTD\/\/|STRD\/[^/]*\/)/, '')
  return {
    ...none,
    written: remittance || (values.size > 1 ? '' : clean(text)),
    endToEndId: identifier(value('EREF')),
    customerReference: identifier(value('PREF')),
    name: identifier(value('NAME') || name),
    account: (value('IBAN') || account).replaceAll(' ', ''),
    agent: value('BIC') || agent,
    ultimatePayer: value('ULTD') || value('UDTR'),
    ultimatePayee: value('ULTC') || value('UCRD') || value('ULTB'),
    isReturned: values.has('RTRN'),
    reason: value('RTRN'),
  }
}
