import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SegmentedControl } from './segmented-control.tsx'

test.each([false, true])('is a group of radio buttons named by its label (hidden: %s), one of them chosen', async (isLabelHidden) => {
  const onChange = vi.fn()
  const choices = [
    [null, 'Tous'],
    ['dotwork', 'Pointillisme'],
  ] as const
  render(<SegmentedControl label="Style" isLabelHidden={isLabelHidden} choices={choices} value={null} onChange={onChange} />)
  const radios = within(screen.getByRole('group', { name: 'Style' })).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([true, false])
  await userEvent.click(screen.getByRole('radio', { name: 'Pointillisme' }))
  expect(onChange.mock.calls).toEqual([['dotwork']])
})

test('two controls of one page do not share their choice', () => {
  const choices = [['a', 'A']] as const
  render(
    <>
      <SegmentedControl label="Papier" choices={choices} value="a" onChange={() => {}} />
      <SegmentedControl label="Encre" choices={choices} value="a" onChange={() => {}} />
    </>,
  )
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([true, true])
})
