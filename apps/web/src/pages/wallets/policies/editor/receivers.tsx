import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { allAccountsQuery, type ExternalAccount } from '../../../../api/queries/accounts.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Checkbox, TextField } from '../../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../../ui/controls/combobox.tsx'
import { FieldError } from '../../../../ui/controls/field.tsx'
import { FullAddress, shortAddress } from '../../../../ui/display/values.tsx'
import type { Draft } from './draft.ts'
import { t } from '../../../../messages/text.ts'

type Props = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  problem: string | undefined
}

/** Everybody, or a list of addresses: of accounts that are known, or typed. */
export function Receivers({ draft, change, problem }: Props) {
  const { onlyReceivers, receivers } = draft
  const all = useQuery(allAccountsQuery)
  const known = (all.data ?? []).filter(({ wallet }) => wallet !== undefined)
  const add = (address: string) => {
    if (!receivers.some((receiver) => isSame(receiver, address)))
      change({ receivers: [...receivers, address] })
  }
  return (
    <>
      <Checkbox
        label={t('Only these receivers')}
        checked={onlyReceivers}
        onChange={(event) => change({ onlyReceivers: event.target.checked })}
      />
      {onlyReceivers ? (
        <>
          {receivers.length > 0 ? (
            <ul className="grid" aria-label={t('Allowed receivers')}>
              {receivers.map((address) => (
                <li className="row between" key={address}>
                  <span className="min-w-0">
                    <span className="strong block">{nameOf(known, address)}</span>
                    <FullAddress value={address} />
                  </span>
                  <Button
                    square
                    variant="quiet"
                    aria-label={t('Remove {address}', { address: shortAddress(address) })}
                    icon={<X />}
                    onClick={() =>
                      change({ receivers: receivers.filter((receiver) => receiver !== address) })
                    }
                  />
                </li>
              ))}
            </ul>
          ) : null}
          {problem ? <FieldError>{problem}</FieldError> : null}
          <Combobox
            label={t('Add an account')}
            options={optionsOf(known, receivers)}
            value=""
            placeholder={t('Type a name or an address')}
            onChange={add}
          />
          <TypedAddress onAdd={add} />
        </>
      ) : null}
    </>
  )
}

function TypedAddress({ onAdd }: { onAdd: (address: string) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const add = () => {
    const address = typed.trim()
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) {
      setProblem(t('An address begins with 0x and has 40 hexadecimal characters'))
      return
    }
    onAdd(address)
    setTyped('')
  }
  return (
    <div className="policy-row">
      <TextField
        label={t('Or an address')}
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="0x…"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button className="mt-6" onClick={add}>
        {t('Add address')}
      </Button>
    </div>
  )
}

const isSame = (first: string, other: string) => first.toLowerCase() === other.toLowerCase()

function nameOf(known: readonly ExternalAccount[], address: string): string {
  const account = known.find(({ wallet }) => wallet && isSame(wallet.walletAddress, address))
  return account?.accountHolder.name ?? t('Typed address')
}

/** Each address once: a wallet has one for all its tokens. */
function optionsOf(known: readonly ExternalAccount[], receivers: readonly string[]) {
  const byAddress = new Map<string, ExternalAccount>()
  for (const account of known) {
    const address = account.wallet?.walletAddress ?? ''
    if (!byAddress.has(address.toLowerCase())) byAddress.set(address.toLowerCase(), account)
  }
  return [...byAddress.values()].map(({ accountHolder, nickname, wallet }) => {
    const address = wallet?.walletAddress ?? ''
    return {
      value: address,
      label: nickname ? `${accountHolder.name}, ${nickname}` : accountHolder.name,
      sub: shortAddress(address),
      disabledReason: receivers.some((receiver) => isSame(receiver, address))
        ? t('In the list')
        : undefined,
    }
  })
}
