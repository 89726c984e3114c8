import { expect, type Locator, type Page } from "@playwright/test";

/** What a person does in a page, counted: clicks, fields filled in and keys, typed characters among them. */
export class Hand {
  readonly effort = { clicks: 0, fields: 0, keys: 0 };

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.effort.clicks++;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.effort.fields++;
    this.effort.keys += text.length;
    await target.fill(text);
  }

  /** Into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.effort.fields++;
    this.effort.keys += text.length;
    await this.page.keyboard.insertText(text);
  }

  /** A choice from a list takes no typing. */
  async choose(target: Locator, label: string): Promise<void> {
    this.effort.fields++;
    await target.selectOption({ label });
  }

  /** A file that is chosen. */
  async attach(target: Locator, file: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    this.effort.fields++;
    await target.setInputFiles(file);
  }

  async press(key: string): Promise<void> {
    this.effort.keys++;
    await this.page.keyboard.press(key);
  }

  async search(typed: string): Promise<void> {
    await this.press("Control+k");
    await expect(this.page.getByRole("dialog").getByRole("searchbox")).toBeFocused();
    await this.type(typed);
  }

  async find(typed: string, name = /Dana/): Promise<void> {
    await this.search(typed);
    const found = this.page.getByRole("dialog").getByRole("link", { name });
    await expect(found.first()).toBeVisible();
    await this.press("Enter");
  }
}
