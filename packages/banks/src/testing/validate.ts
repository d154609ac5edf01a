import { readFile } from 'node:fs/promises'
import { validateXML } from 'xmllint-wasm'

const schemaText = (name: string) =>
  readFile(new URL(`../../schemas/${name}.xsd`, import.meta.url), 'utf8')

const replaceAll = (text: string, changes: Readonly<Record<string, string>>): string =>
  Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), text)

/**
 * The three statement messages of one release share all types but the outermost two, so that one
 * schema is kept for them.
 */
const fromReport: Readonly<Record<string, (text: string) => string>> = {
  'camt.053.001.08': (text) =>
    replaceAll(text, {
      'camt.052.001.08': 'camt.053.001.08',
      AccountReport25: 'AccountStatement9',
      BankToCustomerAccountReportV08: 'BankToCustomerStatementV08',
      BkToCstmrAcctRpt: 'BkToCstmrStmt',
      'name="Rpt"': 'name="Stmt"',
      RptPgntn: 'StmtPgntn',
      AddtlRptInf: 'AddtlStmtInf',
      'minOccurs="0" name="Bal"': 'minOccurs="1" name="Bal"',
    }),
  'camt.054.001.08': (text) =>
    replaceAll(text, {
      'camt.052.001.08': 'camt.054.001.08',
      AccountReport25: 'AccountNotification17',
      BankToCustomerAccountReportV08: 'BankToCustomerDebitCreditNotificationV08',
      BkToCstmrAcctRpt: 'BkToCstmrDbtCdtNtfctn',
      'name="Rpt"': 'name="Ntfctn"',
      RptPgntn: 'NtfctnPgntn',
      AddtlRptInf: 'AddtlNtfctnInf',
      '<xs:element maxOccurs="unbounded" minOccurs="0" name="Bal" type="CashBalance8"/>': '',
    }),
}

/**
 * What the standard's own schema has against these files, all of one message, e.g.
 * `pain.001.001.09`; nothing where all are valid.
 */
export async function schemaErrors(message: string, texts: readonly string[]): Promise<string[]> {
  const change = fromReport[message]
  const contents = change ? change(await schemaText('camt.052.001.08')) : await schemaText(message)
  const { errors } = await validateXML({
    xml: texts.map((text, i) => ({ fileName: `${i}.xml`, contents: text })),
    schema: [{ fileName: `${message}.xsd`, contents }],
  })
  return errors.map(({ message: text, loc }) => `${loc?.fileName ?? ''}: ${text}`)
}
