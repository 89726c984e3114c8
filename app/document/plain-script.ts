/* The function becomes the text of a script, so it uses nothing from outside itself. */
export default function plainScript(): void {
  const showTheme = () => {
    let theme: string | null = null;
    try {
      theme = localStorage.getItem("theme");
    } catch {
      // Storage is blocked.
    }
    document.documentElement.dataset.theme =
      theme === "light" || theme === "dark" ? theme : "system";
  };
  showTheme();
  // In a frame, the theme changes in the outer page.
  addEventListener("storage", showTheme);
}
