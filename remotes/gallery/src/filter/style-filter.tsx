import { styles as catalogue } from '@encre/protocol/catalogue'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { messages } from '../messages.ts'
import styles from './style-filter.module.css'

const choices = [[null, messages.allStyles], ...catalogue.map(({ id, name }) => [id, name] as const)] as const

interface StyleFilterProps {
  /** A style of the catalogue, or null for all. */
  value: string | null
  onChange: (style: string | null) => void
}

export function StyleFilter({ value, onChange }: StyleFilterProps) {
  return (
    <div className={styles.filter}>
      <SegmentedControl<string | null> label={messages.filter} isLabelHidden choices={choices} value={value} onChange={onChange} />
    </div>
  )
}
