import { TextField } from '@encre/ui/text-field'

interface TokenFieldProps {
  value: string
  onChange: (token: string) => void
  hint: string
  error: string | null
}

/** Asks for a release token, which the browser neither shows nor stores. */
export function TokenField(props: TokenFieldProps) {
  return (
    <TextField
      label="Token"
      name="token"
      type="password"
      autoComplete="off"
      maxLength={200}
      {...props}
    />
  )
}
