/* All that a page without React runs: the theme that was chosen on the site. Uses nothing from outside itself. */
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
  // In a frame the theme is chosen outside of it.
  addEventListener("storage", showTheme);
}
