import { codeLabel, serviceText } from '../../../messages/service.ts'
import { bankLabels, shownNumber } from '../../../features/accounts/bank-labels.ts'
import { useMutation } from '@tanstack/react-query'
import { EyeOff, Fingerprint } from 'lucide-react'
import { accounts, call } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { railLabel } from '../../../features/accounts/rail-label.ts'
import { Address, StatusPill, Time } from '../../../ui/display/values.tsx'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { Card, type Fact, fact } from '../../../ui/display/blocks.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { maskedNumber } from '../../../ui/format/masking.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import type { ExternalDetail } from '../../../api/queries/accounts.ts'
import { payeeCheckText } from '../../../features/accounts/payees/payee-check.ts'
import { nameMatchText } from '../../../features/accounts/labels.ts'
import { t } from '../../../messages/text.ts'
import { addressLines } from '../../../ui/fields/values.ts'

/** Where the account is, who holds it, and what the bank reports of both. */
export function AccountCards({ account }: { account: ExternalDetail }) {
  return (
    <div className="grid grid-3">
      {account.wallet ? <WalletCard account={account} /> : <BankCard account={account} />}
      <HolderCard account={account} />
      <Card
        title={t('Verification')}
        facts={[
          fact(t('Status'), <StatusPill status={account.verification.status} />),
          fact(t('Name'), nameMatchText(account.verification.nameMatch)),
          row(t('Bank'), account.verification.bankName),
          row(t('Checked by'), methodText(account.verification.method)),
          ...bankAnswer(account),
        ]}
      />
    </div>
  )
}

/** What its bank answered last about the holder's name. */
function bankAnswer({ payeeCheck }: ExternalDetail): Fact[] {
  if (!payeeCheck) return []
  const { checkedAt, scheme, reference } = payeeCheck
  return [
    fact(t('Name at the bank'), payeeCheckText(payeeCheck)),
    checkedAt && fact(t('Asked'), <Time at={checkedAt} />),
    row(t('Reference'), [scheme, reference].filter(Boolean).join(' ')),
  ]
}

const methods: Record<string, string> = {
  CHECKSUM: t('Check digits of its number'),
  BANK_LINK: t('The customer at the bank'),
}
const methodText = (method: string): string => methods[method] ?? codeLabel(method)

function row(label: string, value: string): Fact {
  return value !== '' && fact(label, value)
}

/** Numbers are masked until a person asks for them, which is put on record first, and not for longer than the visit. */
function BankCard({ account: { accountId, account: masked, rails } }: { account: ExternalDetail }) {
  const reveal = useMutation({
    mutationFn: () => call(accounts.revealExternal, { params: { accountId }, body: {} }),
    onError: (error) =>
      toast({ title: t('The numbers stay masked'), text: errorText(error), tone: 'fail' }),
    gcTime: 0,
  })
  const missing = useMissingPermission('accounts:read_sensitive')
  const open = reveal.data !== undefined
  const account = reveal.data?.data.account ?? masked
  const labels = bankLabels({
    account: account.accountNumber,
    routing: account.bankRoutingNumber,
    rail: rails[0] ?? '',
    country: account.bankCountry,
  })
  const Icon = open ? EyeOff : Fingerprint
  const number = (label: string, text: string, sensitive: boolean): Fact =>
    text !== '' &&
    fact(
      label,
      open || !sensitive ? (
        <span className="inline-flex items-center gap-1 min-w-0">
          <span className="mono">{shownNumber(label, text)}</span>
          <CopyButton text={text} label={t('Copy {label}', { label })} />
        </span>
      ) : (
        <span className="number">{maskedNumber(text)}</span>
      ),
    )
  return (
    <Card
      title={t('Bank account')}
      end={
        <Button
          size="s"
          icon={Icon}
          disabledReason={missing}
          busy={reveal.isPending}
          onClick={() => (open ? reveal.reset() : reveal.mutate())}
        >
          {open ? t('Hide') : t('Reveal')}
        </Button>
      }
      facts={[
        row(t('Bank'), account.bankName),
        row(t('Country'), countryName(account.bankCountry)),
        number('IBAN', account.bankIban, true),
        number(labels.account, account.accountNumber, true),
        number(labels.routing, account.bankRoutingNumber, false),
        number(t('Branch code'), account.branchCode, false),
        number('BIC', account.bankBic || account.bankSwiftCode, false),
        row(t('Account type'), account.accountType && codeLabel(account.accountType)),
        ...Object.entries(account.additionalDetails).map(([name, value]) =>
          number(labelOf(name), typeof value === 'string' ? value : JSON.stringify(value), true),
        ),
        row(t('Bank address'), account.bankAddress),
        rails.length > 0 && fact(t('Rails'), rails.map(railLabel).join(', ')),
      ]}
    />
  )
}

/** `pixKeyType` of a country's own members as a label: `Pix key type`. */
function labelOf(name: string): string {
  return serviceText(codeLabel(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')))
}

const addressLabel = (part: string): string =>
  addressLines.find((line) => line.part === part)?.label ?? labelOf(part)

function WalletCard({ account: { wallet, rails } }: { account: ExternalDetail }) {
  if (!wallet) return null
  return (
    <Card
      title={t('Wallet')}
      facts={[
        fact(t('Address'), <Address value={wallet.walletAddress} full />),
        row(t('Network'), wallet.networkName),
        row(t('Chain'), wallet.chainId),
        fact(t('Token'), <Address value={wallet.tokenAddress} what={t('token address')} />),
        rails.length > 0 && fact(t('Rails'), rails.map(railLabel).join(', ')),
      ]}
    />
  )
}

function HolderCard({ account: { accountHolder, ownership } }: { account: ExternalDetail }) {
  const { name, type, address } = accountHolder
  const lines = Object.entries(address).filter(([, text]) => text !== '')
  return (
    <Card
      title={t('Holder')}
      facts={[
        row(t('Name'), name),
        row(t('Type'), type && codeLabel(type)),
        fact(
          t('Whose account'),
          ownership === 'SELF' ? t('The entity’s own') : t('A third party’s'),
        ),
        ...lines.map(([part, text]) =>
          row(addressLabel(part), part === 'country' ? countryName(text) : text),
        ),
      ]}
    />
  )
}
