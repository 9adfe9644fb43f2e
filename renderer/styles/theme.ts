/** The component library's theme, based on the tokens in `tokens.css`. */
import { t } from "#shared/texts/text.ts";
import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/** Ten shades of petrol; the tokens define the colours in use. */
const petrol: MantineColorsTuple = [
  "#e2f1f2",
  "#c9e5e7",
  "#9bd0d4",
  "#6bbac0",
  "#39b5bf",
  "#1f959f",
  "#0b6e78",
  "#095d66",
  "#074c53",
  "#053b41",
];

/** Ten shades derived from the tokens' red. */
const brick: MantineColorsTuple = [
  "#f8e5e3",
  "#f1cbc7",
  "#eda79f",
  "#e98f85",
  "#e5776c",
  "#cc5448",
  "#b3362b",
  "#962c23",
  "#78231c",
  "#5a1a15",
];

/** The library's dark shades, from `tokens.css`: text, borders, raised and plain surfaces, ground. */
const night: MantineColorsTuple = [
  "#e6eaf0",
  "#c3cad6",
  "#98a2b3",
  "#6b7585",
  "#364150",
  "#262d37",
  "#1b212a",
  "#161b22",
  "#12171d",
  "#0f1318",
];

const small = { defaultProps: { size: "xs" } };

export const theme: MantineThemeOverride = createTheme({
  primaryColor: "petrol",
  primaryShade: { light: 6, dark: 4 },
  colors: { petrol, red: brick, dark: night },
  // By default the library uses white text on every filled colour, which is unreadable on the light ones of the dark scheme.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input);
    return input.variant === "filled" ? { ...colours, color: "var(--on-accent)" } : colours;
  },
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: "default",
  fontSizes: { xs: "12px", sm: "13px", md: "13px", lg: "15px", xl: "18px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  shadows: { xs: "none", sm: "none", md: "var(--shadow)", lg: "var(--shadow)", xl: "var(--shadow)" },
  components: {
    Button: { defaultProps: { size: "xs", variant: "default" }, styles: { root: { height: 28, fontWeight: 500 } } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 28 } },
    // Help is below the field, so that fields in a row are at one height.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      styles: { description: { fontSize: 12 }, error: { fontSize: 12 } },
    },
    TextInput: small,
    PasswordInput: small,
    NumberInput: small,
    Autocomplete: small,
    MultiSelect: small,
    Select: small,
    Textarea: small,
    Checkbox: small,
    Radio: small,
    Switch: { defaultProps: { size: "xs" }, styles: { description: { fontSize: 12 } } },
    SegmentedControl: small,
    Modal: {
      defaultProps: {
        centered: true,
        radius: 8,
        transitionProps: { duration: 0 },
        overlayProps: { backgroundOpacity: 0.35, blur: 0 },
      },
      styles: { title: { fontSize: 15, fontWeight: 650 } },
    },
    // The number of results changes during input: the field must not move.
    Spotlight: { defaultProps: { centered: false } },
    // A dialog's header is no second page banner, and its close button needs a label.
    ModalHeader: { defaultProps: { role: "presentation" } },
    ModalCloseButton: { defaultProps: { "aria-label": t(($) => $.common.close) } },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": t(($) => $.common.close) } },
      styles: { description: { color: "var(--text)" } },
    },
    // Overlays have their own landmark (index.html).
    Portal: { defaultProps: { target: "#floating" } },
    Menu: {
      defaultProps: {
        shadow: "md",
        transitionProps: { duration: 0 },
        withinPortal: true,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 0 }, fz: 12 } },
  },
});
