import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const shell = "/usr/bin/chromium-headless-shell";

/** Debian's Chromium without windows, which takes a sixth less of the processor, or else the whole one. */
export const testBrowser = {
  executablePath: process.env.CHROMIUM ?? (existsSync(shell) ? shell : "/usr/bin/chromium"),
  // The shell rounds each letter's width where nothing is said of hinting.
  args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
};

export const openBrowser = () => chromium.launch(testBrowser);
