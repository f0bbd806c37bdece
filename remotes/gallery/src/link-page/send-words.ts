import { pasteCut } from '@encre/protocol/paste-cut'
import type { answerMessages } from '../atelier/atelier-messages.ts'

type Sentences = Omit<typeof answerMessages, 'paper'>

/**
 * Sends an answer to the member, or a report to the operators. Without a form or an address, the
 * page takes none.
 */
export function sendWords(
  page: Document,
  id: 'answer' | 'report',
  url: string | undefined,
  text: Sentences,
): void {
  const form = page.getElementById(id)
  const field = page.getElementById(`${id}-text`)
  const button = page.getElementById(`${id}-send`)
  const status = page.getElementById(`${id}-status`)
  if (
    !url ||
    !form ||
    !(field instanceof HTMLTextAreaElement) ||
    !(button instanceof HTMLButtonElement) ||
    !status
  )
    return
  form.hidden = false
  const say = (sentence: string, hasFailed: boolean) => {
    status.textContent = sentence
    status.classList.toggle('failed', hasFailed)
  }
  field.addEventListener('paste', ({ clipboardData }) =>
    say(pasteCut(field, clipboardData?.getData('text') ?? ''), false),
  )
  button.addEventListener('click', async () => {
    const answer = field.value.trim()
    if (answer === '') {
      field.focus()
      return say(text.empty, true)
    }
    // Not `disabled`, which would drop the focus.
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    say(text.sending, false)
    const sent = await send(url, answer, text)
    button.ariaDisabled = 'false'
    if (typeof sent === 'string') return say(sent, true)
    field.value = ''
    say(text.sent(sent.left), false)
    if (sent.left === 0) {
      field.disabled = true
      button.disabled = true
    }
  })
}

/** How many answers are left, or what to say about the failure. The text stays in its field. */
async function send(
  url: string,
  answer: string,
  text: Sentences,
): Promise<{ left: number } | string> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: answer }),
  }
  const reply = await fetch(url, init).catch(() => null)
  if (!reply) return text.failed
  if (!reply.ok)
    return (
      { 400: text.refused, 404: text.gone, 409: text.tooMany, 429: text.tooOften }[reply.status] ??
      text.failed
    )
  const body: unknown = await reply.json().catch(() => null)
  const left = typeof body === 'object' && body !== null && 'left' in body ? Number(body.left) : 0
  return { left }
}
