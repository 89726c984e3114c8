/* The package stands beside the benchmark, installed when that runs; this is what is used of it. */
declare module "puppeteer-core" {
  export interface Page {
    setViewport(size: {
      width: number;
      height: number;
      deviceScaleFactor: number;
      isMobile?: boolean;
      hasTouch?: boolean;
    }): Promise<void>;
    /** Runs in every page before its own scripts. */
    evaluateOnNewDocument<Given extends unknown[]>(
      work: (...given: Given) => void,
      ...given: Given
    ): Promise<unknown>;
    emulateCPUThrottling(factor: number): Promise<void>;
    /** In ms and bytes a second. */
    emulateNetworkConditions(line: {
      offline: boolean;
      latency: number;
      download: number;
      upload: number;
    }): Promise<void>;
    goto(url: string, options: { waitUntil: "load" | "domcontentloaded" }): Promise<unknown>;
    waitForSelector(selector: string): Promise<unknown>;
    hover(selector: string): Promise<void>;
    mouse: {
      move(x: number, y: number): Promise<void>;
      down(): Promise<void>;
      up(): Promise<void>;
    };
    evaluate<Result, Given extends unknown[]>(
      work: (...given: Given) => Result,
      ...given: Given
    ): Promise<Awaited<Result>>;
    url(): string;
  }
  export interface Browser {
    createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
    close(): Promise<void>;
  }
  const puppeteer: {
    launch(options: { executablePath: string; args: string[] }): Promise<Browser>;
  };
  export default puppeteer;
}
