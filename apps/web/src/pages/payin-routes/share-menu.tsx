import { Copy, Link as LinkIcon, Printer, Share2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { depositInstructions } from '../../components/deposit-instructions.ts'
import { linesText } from '../../components/deposit-lines.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import type { PayinRoute } from './queries.ts'

/** Ways to hand over the instructions: the text is for the payer, the link for colleagues who can sign in. */
export function ShareMenu({ route }: { route: PayinRoute }) {
  const navigate = useNavigate()
  const sheet = paths.payinSheet(route.routeId)
  const copy = async (text: string, title: string) => {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'done', title })
  }
  return (
    <Menu trigger={<Button icon={<Share2 className="i-m" />}>Share instructions</Button>}>
      <MenuItem
        icon={<Copy className="i-m" />}
        onSelect={() =>
          void copy(linesText(depositInstructions(route)), 'Deposit instructions copied')
        }
      >
        Copy as text
      </MenuItem>
      <MenuItem
        icon={<LinkIcon className="i-m" />}
        onSelect={() => void copy(window.location.origin + sheet, 'Link copied')}
      >
        Copy link for a colleague
      </MenuItem>
      <MenuItem icon={<Printer className="i-m" />} onSelect={() => void navigate(sheet)}>
        Open printable sheet
      </MenuItem>
    </Menu>
  )
}
