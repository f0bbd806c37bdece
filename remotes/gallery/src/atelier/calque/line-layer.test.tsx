import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Workshop } from '../studio/workshop.ts'
import { LineLayer } from './clean-lines.tsx'

test('at another size only its own marks are on the sheet, also of lines that begin together', () => {
  const at = (sizeMm: number) => {
    const size = { width: sizeMm, height: sizeMm }
    const end = sizeMm / 2
    const lines = [0, end].map((y) => ({
      kind: 'detail' as const,
      isCrowded: true,
      points: [
        { x: 0, y: 0 },
        { x: end, y },
      ],
    }))
    const workshop = { size } as Workshop
    return <LineLayer workshop={workshop} lines={lines} isMirrored={false} />
  }
  const { container, rerender } = render(at(100))
  const marks = () => [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  expect(marks()).toEqual(['M0 0L50 0M0 0L50 50', ''])
  rerender(at(60))
  expect(marks()).toEqual(['M0 0L30 0M0 0L30 30', ''])
})
