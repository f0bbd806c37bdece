import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SegmentedControl } from './segmented-control.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

test('describes the field with its hint and its error', () => {
  render(
    <TextField
      label="Nom"
      name="name"
      value=""
      onChange={() => {}}
      hint="Tel qu'affiché"
      error="Champ requis"
    />,
  )
  const field = screen.getByLabelText('Nom')
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Champ requis',
    "Tel qu'affiché",
  ])
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Champ requis')
})

test('a password can be shown and hidden again', async () => {
  render(
    <TextField
      label="Mot de passe"
      name="password"
      type="password"
      value="secret"
      onChange={() => {}}
      reveal={{ show: 'Afficher', hide: 'Masquer' }}
    />,
  )
  const field = screen.getByLabelText('Mot de passe')
  await userEvent.click(screen.getByRole('button', { name: 'Afficher' }))
  expect(field.getAttribute('type')).toBe('text')
  // Phones must not correct or capitalise a password that is shown.
  expect(field.getAttribute('autocapitalize')).toBe('none')
  await userEvent.click(
    screen.getByRole('button', { name: 'Masquer', description: 'Mot de passe' }),
  )
  expect(field.getAttribute('type')).toBe('password')
})

describe('a segmented control', () => {
  test.each([false, true])(
    'is a group of radio buttons named by its label (hidden: %s), one of them chosen',
    async (isLabelHidden) => {
      const onChange = vi.fn()
      const choices = [
        [null, 'Tous'],
        ['dotwork', 'Pointillisme'],
      ] as const
      render(
        <SegmentedControl
          label="Style"
          isLabelHidden={isLabelHidden}
          choices={choices}
          value={null}
          onChange={onChange}
        />,
      )
      const radios = within(
        screen.getByRole('group', { name: 'Style' }),
      ).getAllByRole<HTMLInputElement>('radio')
      expect(radios.map(({ checked }) => checked)).toEqual([true, false])
      await userEvent.click(screen.getByRole('radio', { name: 'Pointillisme' }))
      expect(onChange.mock.calls).toEqual([['dotwork']])
    },
  )

  test('two controls of one page do not share their choice', () => {
    const choices = [['a', 'A']] as const
    render(
      <>
        <SegmentedControl label="Papier" choices={choices} value="a" onChange={() => {}} />
        <SegmentedControl label="Encre" choices={choices} value="a" onChange={() => {}} />
      </>,
    )
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
      true,
      true,
    ])
  })
})

describe('a submit button', () => {
  const button = () => screen.getByRole('button')
  const submit = (state: { busy: boolean; disabled?: boolean }) => (
    <SubmitButton busyLabel="Envoi..." {...state}>
      Envoyer
    </SubmitButton>
  )

  test('a busy button passes the focus to the element around it and gets it back', () => {
    const { rerender } = render(submit({ busy: false }))
    button().focus()
    rerender(submit({ busy: true }))
    expect(document.activeElement).toBe(button().parentElement)
    rerender(submit({ busy: false }))
    expect(document.activeElement).toBe(button())
  })

  test('the focus stays around a button that is disabled after a success', () => {
    const { rerender } = render(submit({ busy: false }))
    button().focus()
    rerender(submit({ busy: true }))
    rerender(submit({ busy: false, disabled: true }))
    expect(document.activeElement).toBe(button().parentElement)
  })
})
