import type {
  ActionIcon,
  Button,
  Checkbox,
  Drawer,
  MantineThemeComponents,
  Menu,
  Modal,
  PasswordInput,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'

/** Heights of the design: 36 for ordinary controls, 28 where rows are tight, 48 while signing. */
const BUTTONS: Record<string, { height: string; padding: string; size: string }> = {
  sm: { height: '1.75rem', padding: '10px', size: '0.8125rem' },
  md: { height: '2.25rem', padding: '14px', size: '0.875rem' },
  lg: { height: '3rem', padding: '20px', size: '1rem' },
}
const ICONS: Record<string, string> = { sm: '1.75rem', md: '2rem', lg: '2.25rem', xl: '3rem' }
const input = { size: 'md' as const }
const labelled = { label: 'paraph-label', description: 'paraph-description', error: 'paraph-error' }
// The page never scrolls, only its panels do; and the lock would need an inline style that our policy forbids.
const overlayRoot = { lockScroll: false, transitionProps: { duration: 150 } }
const overlay = {
  ...overlayRoot,
  closeButtonProps: { 'aria-label': 'Close' },
  radius: 'md' as const,
}

/** As `Component.extend`, which only names the type: the theme must not bring every component into every page. */
const look = <C extends { extend(options: never): unknown }>(options: Parameters<C['extend']>[0]) => options as ReturnType<C['extend']>

export const controls: MantineThemeComponents = {
  Button: look<typeof Button>({
    defaultProps: { size: 'md' },
    classNames: { root: 'paraph-button', section: 'paraph-button-section' },
    vars: (_, props) => {
      const of = BUTTONS[String(props.size ?? 'md')]
      return { root: of ? { '--button-height': of.height, '--button-padding-x': of.padding, '--button-fz': of.size } : {} }
    },
  }),
  ActionIcon: look<typeof ActionIcon>({
    defaultProps: { size: 'md', variant: 'subtle', color: 'gray' },
    classNames: { root: 'paraph-icon-button' },
    vars: (_, props) => {
      const size = ICONS[String(props.size ?? 'md')]
      return { root: size ? { '--ai-size': size } : {} }
    },
  }),
  TextInput: look<typeof TextInput>({ defaultProps: input, classNames: labelled }),
  PasswordInput: look<typeof PasswordInput>({ defaultProps: input, classNames: labelled }),
  Textarea: look<typeof Textarea>({ defaultProps: input, classNames: labelled }),
  Select: look<typeof Select>({ defaultProps: { ...input, checkIconPosition: 'right' }, classNames: labelled }),
  Checkbox: look<typeof Checkbox>({
    defaultProps: { radius: 'xs' },
    classNames: { input: 'paraph-checkbox', label: 'paraph-checkbox-label' },
    vars: () => ({ root: { '--checkbox-size': '16px' } }),
  }),
  Switch: look<typeof Switch>({
    defaultProps: { withThumbIndicator: false },
    classNames: { track: 'paraph-switch' },
    vars: () => ({
      root: { '--switch-height': '20px', '--switch-width': '32px', '--switch-thumb-size': '16px', '--switch-track-label-padding': '0px' },
    }),
  }),
  SegmentedControl: look<typeof SegmentedControl>({
    defaultProps: { transitionDuration: 120, withItemsBorders: false },
    classNames: {
      root: 'paraph-segments',
      control: 'paraph-segment',
      label: 'paraph-segment-label',
      indicator: 'paraph-segment-thumb',
    },
  }),
  Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
  Tooltip: look<typeof Tooltip>({
    defaultProps: { openDelay: 400, withArrow: false, events: { hover: true, focus: true, touch: false } },
    classNames: { tooltip: 'paraph-tooltip' },
  }),
  Modal: look<typeof Modal>({ defaultProps: overlay, classNames: { title: 'paraph-modal-title', header: 'paraph-modal-header' } }),
  Drawer: look<typeof Drawer>({ defaultProps: overlay, classNames: { title: 'paraph-modal-title' } }),
  ModalRoot: { defaultProps: overlayRoot },
  DrawerRoot: { defaultProps: overlayRoot },
  Menu: look<typeof Menu>({
    defaultProps: {
      shadow: 'md',
      position: 'bottom-end',
      withInitialFocusPlaceholder: false,
      transitionProps: { duration: 100 },
      withinPortal: true,
    },
    classNames: { dropdown: 'paraph-menu', item: 'paraph-menu-item', divider: 'paraph-menu-divider', label: 'paraph-menu-label' },
  }),
  Popover: { defaultProps: { width: 200 } },
  Table: { defaultProps: { verticalSpacing: 14 } },
}
