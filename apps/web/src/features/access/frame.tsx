import './access.css'
import type { ReactNode } from 'react'
import { Mark } from '../../ui/display/mark.tsx'
import { Corridors } from './corridors.tsx'

/** The two halves of the pages before the shell: the form, and corridors as its only picture. */
export function AccessFrame({ children }: { children: ReactNode }) {
  return (
    <div className="access-page">
      <main className="access-form" id="main">
        <span className="brand">
          <Mark />
          Corridor
        </span>
        <div className="access-body">{children}</div>
        <footer className="caption">{window.location.host}</footer>
      </main>
      <Corridors />
    </div>
  )
}
